/**
 * Fills `${NAME}` and `${NAME:-default}` in. A variable that is not set and has no default stays as it is written (Claude Code
 * 2.1.332, seen).
 */
export const expandText = (text: string, variables: Readonly<Record<string, string>>): string =>
  text.replace(
    /\$\{([\w.]+)(?::-([^}]*))?\}/g,
    (written, name: string, fallback?: string) =>
      (Object.hasOwn(variables, name) ? variables[name] : fallback) ?? written,
  )

/** The same for every value of a record. */
export const expandAll = (
  texts: Readonly<Record<string, string>>,
  variables: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, expandText(text, variables)]))

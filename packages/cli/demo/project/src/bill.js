/** What the customer pays, in cents. */
export const total = (lines) => lines.reduce((sum, line) => sum + line.cents, 0)

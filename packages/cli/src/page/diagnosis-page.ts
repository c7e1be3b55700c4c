import { type Diagnosis, type Fate } from 'raider'
import type { Paint, Tone } from './paint.js'
import { count } from './measure.js'
import { plain } from './plain.js'
import { shortPath, type Place } from './trace-line.js'

type Entry = Diagnosis['findings'][number]

/** How a page is laid out. */
interface Page {
  readonly place: Place
  readonly paint: Paint
  /** Columns; `Infinity` where lines are not to be broken. */
  readonly width: number
}

const tones: Readonly<Record<Fate, Tone>> = {
  error: 'bad',
  refused: 'warn',
  partly: 'warn',
  ignored: 'dim',
  honoured: 'good',
}

/** The worst first. */
const order: readonly Fate[] = ['error', 'refused', 'partly', 'ignored', 'honoured']

/** The page of `raider doctor`: a summary, then by section what is not honoured; `all` adds the rest. */
export function diagnosisLines(diagnosis: Diagnosis, all: boolean, page: Page): readonly string[] {
  const { findings } = diagnosis
  const sections = [...new Set(findings.map(({ section }) => section))]
  const told = new Set<string>()
  return [
    ...summary(diagnosis, page),
    ...sections.flatMap((section) => sectionLines(section, findings, all, told, page)),
    ...(all ? [] : wholeLines(findings, page)),
    ...(all
      ? differenceLines(diagnosis, page)
      : ['', page.paint('dim', 'raider doctor --all shows what is honoured too')]),
  ]
}

function summary({ version, projectDir, profile, counts }: Diagnosis, { place, paint }: Page): readonly string[] {
  const amounts = order
    .filter((fate) => counts[fate] > 0)
    .map((fate) => paint(tones[fate], fate === 'error' ? count(counts.error, 'error') : `${counts[fate]} ${fate}`))
  const where = shortPath(projectDir, { ...place, cwd: '\0' })
  return [
    `${paint('strong', `Raider ${version}`)} in ${where}, profile ${profile.name}`,
    amounts.join(paint('dim', ' · ')),
  ]
}

function sectionLines(
  section: Entry['section'],
  findings: readonly Entry[],
  all: boolean,
  told: Set<string>,
  page: Page,
): readonly string[] {
  const { paint } = page
  const own = findings.filter((finding) => finding.section === section)
  const honoured = own.filter(({ fate }) => fate === 'honoured').length
  const head = `${paint('strong', section)}  ${paint('dim', `${honoured} of ${own.length} honoured`)}`
  const shown = own
    .filter(({ fate }) => all || fate !== 'honoured')
    .toSorted((a, b) => order.indexOf(a.fate) - order.indexOf(b.fate))
  if (shown.length === 0) return []
  return ['', head, ...grouped(shown).flatMap((group) => groupLines(group, told, page))]
}

/** Sections of which everything is honoured, in one line. */
function wholeLines(findings: readonly Entry[], { paint }: Page): readonly string[] {
  const amounts = new Map<string, number>()
  for (const { section } of findings) amounts.set(section, (amounts.get(section) ?? 0) + 1)
  for (const { section, fate } of findings) if (fate !== 'honoured') amounts.delete(section)
  const names = Array.from(amounts, ([section, amount]) => `${section} ${amount}`)
  return names.length === 0 ? [] : ['', `${paint('good', 'all honoured')}  ${names.join(', ')}`]
}

/** Findings of which the same is to be said stand together. */
function grouped(findings: readonly Entry[]): readonly (readonly [Entry, ...Entry[]])[] {
  const groups = new Map<string, [Entry, ...Entry[]]>()
  for (const finding of findings) {
    const { fate, why = '', remedy = '', file = '' } = finding
    const key = [fate, why, remedy, finding.name === 'file' ? '' : file].join('\0')
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [finding])
    else group.push(finding)
  }
  return [...groups.values()]
}

const indent = ' '.repeat(2 + 'honoured'.length + 2)

/** @param told remedies that stand on the page already: each is told once. */
function groupLines(
  group: readonly [Entry, ...Entry[]],
  told: Set<string>,
  { place, paint, width }: Page,
): readonly string[] {
  const [{ name, fate, why, remedy }] = group
  const said = [why, remedy === undefined || told.has(remedy) ? undefined : remedy].filter((text) => text !== undefined)
  if (remedy !== undefined) told.add(remedy)
  const where = whereOf(group, place)
  const isFile = name === 'file'
  const words = [
    ...wordsOf('strong', isFile ? where : group.map((one) => one.name).join(', ')),
    ...wordsOf(undefined, said.length === 0 ? '' : `\u2014 ${shortened(said.map(bare).join('. '), place)}`),
    ...wordsOf('dim', isFile || where === '' ? '' : `(${where})`),
  ]
  const mark = paint(tones[fate], fate.padEnd('honoured'.length))
  return broken(words, width - indent.length).map(
    (line, at) => `${at === 0 ? `  ${mark}  ` : indent}${painted(line, paint)}`,
  )
}

const bare = (text: string): string => text.replace(/\.$/, '')

/** Paths within a text, as short as those beside it. */
const shortened = (text: string, { cwd, homeDir }: Place): string =>
  text.replaceAll(`${cwd}/`, '').replaceAll(`${homeDir}/`, '~/')

/** Where the findings of a group stand: one file with all its lines, or all files. */
function whereOf(group: readonly Entry[], place: Place): string {
  const files = [...new Set(group.flatMap(({ file }) => file ?? []))]
  if (files.length !== 1) return files.map((file) => shortPath(file, place)).join(', ')
  const lines = [...new Set(group.flatMap(({ line }) => line ?? []))]
  return [shortPath(files[0] ?? '', place), ...(lines.length === 0 ? [] : [lines.join(',')])].join(':')
}

interface Word {
  readonly tone: Tone | undefined
  readonly text: string
}

const wordsOf = (tone: Tone | undefined, text: string): readonly Word[] =>
  plain(text)
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => ({ tone, text: word }))

/** Words in lines of at most `width` columns; a longer word stands alone. */
function broken(words: readonly Word[], width: number): readonly (readonly Word[])[] {
  const lines: Word[][] = [[]]
  let used = 0
  for (const word of words) {
    const line = lines.at(-1) ?? []
    if (used > 0 && used + 1 + word.text.length > width) {
      lines.push([word])
      used = word.text.length
    } else {
      line.push(word)
      used += (used > 0 ? 1 : 0) + word.text.length
    }
  }
  return lines
}

/** Neighbours of one tone are painted together. */
function painted(words: readonly Word[], paint: Paint): string {
  const runs: { tone: Tone | undefined; texts: string[] }[] = []
  for (const { tone, text } of words) {
    const last = runs.at(-1)
    if (last !== undefined && last.tone === tone) last.texts.push(text)
    else runs.push({ tone, texts: [text] })
  }
  return runs.map(({ tone, texts }) => (tone ? paint(tone, texts.join(' ')) : texts.join(' '))).join(' ')
}

/** How the profile reads what Claude Code reads otherwise. */
function differenceLines({ profile: { differs } }: Diagnosis, { paint }: Page): readonly string[] {
  const points = Object.entries(differs)
  const head = `${paint('strong', 'profile')}  ${paint('dim', `${points.length} readings are not those of Claude Code`)}`
  const width = Math.max(0, ...points.map(([point]) => point.length))
  return ['', head, ...points.map(([point, reading]) => `  ${point.padEnd(width)}  ${paint('dim', reading)}`)]
}

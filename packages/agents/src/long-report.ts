import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { plainText, type CallScope } from '@raider/contracts'
import { makeFolder } from '@raider/disk'
import type { CompletedOutput } from './output.js'

/** Characters of a report that its caller gets whole (Claude Code 2.1.332, seen). */
const most = 100_000

/** Characters that the caller gets of a longer one. */
const previewed = 2_000

/**
 * Keeps a report that is too long for its caller in a file beside other long results; hooks still see all of it. Where that cannot be
 * written, the caller gets it whole.
 */
export const withReportFile = async (output: CompletedOutput, { state }: CallScope): Promise<CompletedOutput> => {
  const report = wholeReport(output)
  if (report.length <= most) return output
  const persistedOutputPath = join(state.resultsDir, `${output.agentId}.txt`)
  try {
    await makeFolder(state.resultsDir, 0o700)
    await writeFile(persistedOutputPath, report, { mode: 0o600 })
    return { ...output, persistedOutputPath }
  } catch {
    return output
  }
}

/** The words of a subagent as its caller gets them; empty where it had none. */
export const shownReport = (output: CompletedOutput): string => {
  const report = wholeReport(output)
  const { persistedOutputPath: file } = output
  if (file === undefined) return report
  return `${report.slice(0, previewed)}\n…\n(This is the beginning of a report of ${report.length} characters. All of it is in ${file}.)`
}

const wholeReport = ({ content, harnessNoteCount }: CompletedOutput): string =>
  plainText(content.slice(harnessNoteCount))

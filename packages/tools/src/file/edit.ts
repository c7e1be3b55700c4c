import type { CallScope, Tool } from '@raider/contracts'
import { createFileChange } from './file-change.js'
import { createFile, replaceFile } from './file-write.js'
import { isStale, knowledgeOf, mustBeRead, recordView, staleFile, unreadFile, unsoundFile } from './file-view.js'
import { givenPath } from './given.js'
import { loadFile, missingFile, type LoadedFile } from './loaded-file.js'
import type { BuiltinOptions } from '../options.js'
import { patchOf, type Hunk } from './patch.js'
import { replaceText } from './replacement.js'
import { closedObject, openObject, stringField } from '../schema.js'
import { decodeText, encodeText, plainShape, trimLineEnds, type TextShape } from './text-file.js'

interface EditInput {
  readonly file_path: string
  readonly old_string: string
  readonly new_string: string
  readonly replace_all: boolean
}

interface EditOutput {
  readonly filePath: string
  /** The text actually found: its quotes may be typographic. */
  readonly oldString: string
  readonly newString: string
  readonly originalFile: string
  readonly structuredPatch: readonly Hunk[]
  readonly userModified: boolean
  readonly replaceAll: boolean
  /** Set where the file had changed since it was read and the text was still found once. */
  readonly staleRecovered?: true
  /** Set where the model does not know the whole file as it now is. */
  readonly contentNotInModelContext?: true
}

/** An edit worked out but not yet written. */
interface Plan {
  /** The file to change; absent for a new one. */
  readonly file?: LoadedFile
  readonly real: string
  readonly before: string
  readonly after: string
  readonly found: string
  readonly shape: TextShape
  readonly stale: boolean
}

/** The Edit tool: replaces a piece of text in a file. */
export const createEdit = ({ homeDir }: BuiltinOptions): Tool =>
  createFileChange<EditInput, Plan, EditOutput>(
    {
      name: 'Edit',
      description:
        'Replaces text in a file that was read before. old_string must stand in the file exactly as given, without line numbers, ' +
        'and only once, unless replace_all is true. An empty old_string makes a new file.',
      inputSchema: closedObject(['file_path', 'old_string', 'new_string'], {
        file_path: stringField('Absolute path of the file'),
        old_string: stringField('Text to replace'),
        new_string: stringField('Text to put in its place; it must differ'),
        replace_all: { type: 'boolean', default: false, description: 'Replace every occurrence' },
      }),
      outputSchema: openObject(
        ['filePath', 'oldString', 'newString', 'originalFile', 'structuredPatch', 'replaceAll'],
        {
          filePath: { type: 'string' },
          oldString: { type: 'string' },
          newString: { type: 'string' },
          originalFile: { type: 'string' },
          structuredPatch: { type: 'array' },
          replaceAll: { type: 'boolean' },
        },
      ),
      otherNames: { path: 'file_path', old_str: 'old_string', new_str: 'new_string' },
      tidy: (input) => ({
        ...input,
        new_string: trimLineEnds(String(input['new_string']), String(input['file_path'])),
      }),
      pathField: 'file_path',
      defaults: { replace_all: false },
      plan: planEdit,
      apply: edit,
      confirm: confirmation,
    },
    homeDir,
  )

async function planEdit(input: EditInput, scope: CallScope): Promise<Plan | string> {
  const { file_path: path, old_string: oldText, new_string: newText } = input
  if (oldText === newText) return 'No changes to make: old_string and new_string are identical.'
  if (/\.ipynb$/i.test(path)) return `${path} is a Jupyter notebook. Change it with NotebookEdit.`
  const loaded = await loadFile(path)
  if (loaded.kind === 'refused') return loaded.problem
  if (loaded.kind === 'missing') {
    if (oldText !== '') return missingFile(path, scope.cwd())
    return { real: loaded.real, before: '', after: newText, found: '', shape: plainShape, stale: false }
  }
  return oldText === '' ? planFilling(loaded, input) : planReplacement(loaded, input, scope)
}

const planFilling = (file: LoadedFile, input: EditInput): Plan | string => {
  const { text: before, shape } = decodeText(file.bytes)
  if (before.trim() !== '') return `Cannot create ${input.file_path}: the file already exists.`
  return { file, real: file.real, before, after: input.new_string, found: '', shape, stale: false }
}

const planReplacement = (file: LoadedFile, input: EditInput, scope: CallScope): Plan | string => {
  const { file_path: path, old_string: oldText, new_string: newText, replace_all: all } = input
  const { text: before, shape, unsound } = decodeText(file.bytes)
  if (unsound !== undefined) return unsoundFile(path, unsound)
  const view = scope.state.files.get(file.real)
  if (knowledgeOf(view) === 'none' && mustBeRead(file.real, scope)) return unreadFile(path)
  const stale = isStale(view, file)
  if (stale && scope.profile.readBeforeWrite === 'required') return staleFile(path)
  const replaced = replaceText(before, { oldText, newText, all, takesNewline: scope.profile.emptyReplacement })
  if (replaced.ok) return { file, real: file.real, before, after: replaced.text, found: replaced.found, shape, stale }
  if (stale) return staleFile(path)
  return replaced.matches === 0
    ? `String to replace not found in file.\nString: ${oldText}`
    : `Found ${replaced.matches} matches of the string to replace, but replace_all is false. ` +
        `Set it to true to replace them all, or give more of the surrounding text.\nString: ${oldText}`
}

const edit = async (plan: Plan, input: EditInput, scope: CallScope): Promise<EditOutput> => {
  const view = plan.file && scope.state.files.get(plan.real)
  const partial = plan.stale || (plan.file !== undefined && knowledgeOf(view) !== 'all')
  const foreign = view?.foreign === true
  recordView(scope.state, await written(plan), { partial, foreign })
  return {
    filePath: givenPath(input, scope),
    oldString: plan.found,
    newString: input.new_string,
    originalFile: plan.before,
    structuredPatch: patchOf(plan.before, plan.after),
    userModified: false,
    replaceAll: input.replace_all,
    ...(plan.stale ? { staleRecovered: true } : {}),
    ...(partial || foreign ? { contentNotInModelContext: true } : {}),
  }
}

const written = (plan: Plan): Promise<LoadedFile> => {
  const bytes = encodeText(plan.after, plan.shape)
  return plan.file === undefined ? createFile(plan.real, bytes) : replaceFile(plan.file, bytes)
}

const confirmation = (output: EditOutput): string => {
  const all = output.replaceAll ? ', at every occurrence' : ''
  return `Updated ${output.filePath}${all}.${contextRemark(output)}`
}

const contextRemark = (output: EditOutput): string => {
  if (output.staleRecovered)
    return ' (The file has other changes that you have not seen: read it before relying on them.)'
  return output.contentNotInModelContext ? '' : ' (The rest of it is as you know it: no need to read it again.)'
}

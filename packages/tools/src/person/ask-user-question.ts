import { isObject, text, type JsonObject, type Tool } from '@raider/contracts'
import { closedObject, openObject, stringField } from '../schema.js'

interface Question {
  readonly question: string
}

interface AskOutput {
  readonly questions: readonly Question[]
  /** Answers by question; those of several choices are joined by `, `. */
  readonly answers: Readonly<Record<string, string>>
  readonly annotations?: JsonObject
}

const option = closedObject(['label', 'description'], {
  label: stringField('What to choose, in a few words'),
  description: stringField('What choosing it means'),
  preview: stringField('What it would look like, where that helps'),
})

const question = closedObject(['question', 'header', 'options', 'multiSelect'], {
  question: stringField('The question, with a question mark'),
  header: { ...stringField('What it is about, in at most 12 characters'), maxLength: 12 },
  options: { type: 'array', items: option, minItems: 2, maxItems: 4, description: 'Choices; "other" is always there' },
  multiSelect: { type: 'boolean', default: false, description: 'May several be chosen?' },
})

/**
 * The AskUserQuestion tool. It asks nobody itself: whoever is asked for permission puts the questions and answers by adding
 * `answers` to the input (Claude Code 2.1.332, seen).
 */
export const createAskUserQuestion = (): Tool => ({
  name: 'AskUserQuestion',
  origin: 'built-in',
  description:
    'Asks the user one to four questions with choices. Use it where you cannot go on without their decision, not for what you can find out.',
  inputSchema: closedObject(['questions'], {
    questions: { type: 'array', items: question, minItems: 1, maxItems: 4, description: 'The questions' },
    answers: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Given by the user: leave it out',
    },
    annotations: { type: 'object', description: 'Given by the user: leave it out' },
  }),
  outputSchema: openObject(['questions', 'answers'], { questions: { type: 'array' }, answers: { type: 'object' } }),
  // Only the user answers: what the model puts in their place is taken out before anybody sees it.
  tidy: ({ questions }) => ({ questions }),
  parallel: () => false,
  run: (input) => Promise.resolve(answered(input)),
  render: (structured) => [text(answerText(structured as AskOutput))],
})

const answered = ({ questions, answers, annotations }: JsonObject): AskOutput => ({
  questions: questions as readonly Question[],
  answers: (isObject(answers) ? answers : {}) as AskOutput['answers'],
  ...(isObject(annotations) && { annotations }),
})

const answerText = ({ questions, answers }: AskOutput): string => {
  const lines = questions.flatMap(({ question: asked }) => {
    const answer = answers[asked]
    return answer === undefined ? [] : [`"${asked}": ${answer}`]
  })
  return lines.length === 0 ? 'The user answered none of the questions.' : `The user answered:\n${lines.join('\n')}`
}

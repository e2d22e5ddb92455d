import { finding } from '../../words/form.ts'
import type { FieldErrors } from '../../words/problem.ts'
import type { Assistant } from '../assistants/assistant.ts'
import type { CallDetail } from '../calls/call.ts'
import { variablesOf } from './script.ts'
import { filledLength, filledLengthMax, spokenLengthMax } from './template.ts'

/** Returns what a request learns when its variables make a text of the assistant too long. */
export const textsTooLong = (
  assistant: Assistant,
  variables: CallDetail['variables'],
  now: number,
  path = 'variables',
): FieldErrors => {
  const detail = { variables, input_variables: { ...assistant.variables, ...variables } }
  const values = variablesOf(assistant, detail, now)
  for (const [name, template, lengthMax] of textsOf(assistant))
    if (filledLength(template, values, lengthMax) > lengthMax)
      return finding(path, `The :attribute field makes the ${name} longer than ${lengthMax} characters.`)
  return {}
}

const textsOf = (assistant: Assistant): [name: string, template: string, lengthMax: number][] => [
  ['system prompt', assistant.system_prompt, filledLengthMax],
  ['initial message', assistant.wait_for_customer ? '' : assistant.initial_message, spokenLengthMax],
  ['voice mail message', assistant.voice_mail_message ?? '', spokenLengthMax],
  ['disclosure text', assistant.disclosure === 'custom' ? assistant.disclosure_text : '', spokenLengthMax],
]

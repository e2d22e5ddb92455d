import { finding, merge } from '../../words/form.ts'
import type { FieldErrors } from '../../words/problem.ts'
import type { Assistant } from '../assistants/assistant.ts'
import type { CallDetail } from '../calls/call.ts'
import { variablesOf } from './script.ts'
import { filledLength, filledLengthMax, spokenLengthMax } from './template.ts'

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

interface Family {
  variables?: CallDetail['variables']
  secondary_contacts?: { variables?: CallDetail['variables'] }[]
}

/** Characters of the variables' JSON above which the lengths of the filled-in texts are checked. */
const checkedLength = 1000

const variablesIn = ({ variables, secondary_contacts = [] }: Family) =>
  [{ path: 'variables', values: variables }].concat(
    secondary_contacts.map(({ variables: values }, index) => ({
      path: `secondary_contacts.${index}.variables`,
      values,
    })),
  )

export const hasLongVariables = (family: Family): boolean =>
  variablesIn(family).some(({ values }) => values && JSON.stringify(values).length > checkedLength)

export const familyTextsTooLong = (assistant: Assistant, family: Family, now: number): FieldErrors =>
  merge(
    ...variablesIn(family).map(({ path, values }) =>
      values && JSON.stringify(values).length > checkedLength ? textsTooLong(assistant, values, now, path) : {},
    ),
  )

const textsOf = (assistant: Assistant): [name: string, template: string, lengthMax: number][] => [
  ['system prompt', assistant.system_prompt, filledLengthMax],
  ['initial message', assistant.wait_for_customer ? '' : assistant.initial_message, spokenLengthMax],
  ['voice mail message', assistant.voice_mail_message ?? '', spokenLengthMax],
  ['disclosure text', assistant.disclosure === 'custom' ? assistant.disclosure_text : '', spokenLengthMax],
]

import { integer, optional } from '../../words/fields.ts'
import { finding } from '../../words/form.ts'
import type { FieldErrors } from '../../words/problem.ts'
import { draftVersion } from './assistant-version.ts'

/** 0 selects the draft of the assistant `assistant_id`. */
export const versionField = optional(integer({ min: draftVersion }))

export const versionOfAssistant = ({
  assistant_id,
  assistant_version,
}: {
  assistant_id?: number
  assistant_version?: number
}): FieldErrors =>
  assistant_version !== undefined && assistant_id === undefined
    ? finding('assistant_id', 'The :attribute field is required when assistant version is present.')
    : {}

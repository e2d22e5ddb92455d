import { flag, integer, list, optional } from '../../words/fields.ts'
import { finding, form } from '../../words/form.ts'
import { callsMax } from './replay.ts'
import { assertions } from './simulation-form.ts'

const assertionBytesMax = 60_000

export const ReplayDraft = form(
  {
    calls: optional(integer({ min: 1, max: callsMax })),
    call_ids: optional(list(integer(), { max: callsMax })),
    version: optional(integer({ min: 1 })),
    assertions: optional(assertions()),
    dry_run: optional(flag()),
  },
  ({ calls, call_ids }) => {
    if (calls !== undefined && call_ids !== undefined)
      return finding('call_ids', 'The :attribute field must be left out when there are calls.')
    return calls === undefined && !call_ids?.length
      ? finding('calls', 'The :attribute field is required when there are no call ids.')
      : {}
  },
  ({ assertions }) =>
    Buffer.byteLength(JSON.stringify(assertions ?? [])) > assertionBytesMax
      ? finding('assertions', `The :attribute field must not be longer than ${assertionBytesMax} bytes.`)
      : {},
)

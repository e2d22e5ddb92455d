import { callRefOf } from '../../../domain/calls/call-ref.ts'
import { refused, type ToolOutcome } from '../../../domain/tools/effect.ts'
import type { Dependencies } from '../../../services.ts'
import { reportedNumber } from '../../../words/phone-spellings.ts'
import { suppress } from '../../opt-outs/suppress.ts'
import type { BuiltInCall } from './built-in-call.ts'

export type DoNotCallParts = Dependencies<'blacklist.add' | 'calls.noteOptOut' | 'compactionStarter.start'>

export const doNotCall = async (parts: DoNotCallParts, { call }: Pick<BuiltInCall, 'call'>): Promise<ToolOutcome> => {
  const number = reportedNumber(call.client_phone_number)
  if (!number) return refused('The number is withheld, so there is nothing to put on the list')
  await suppress(parts, { user_id: call.user_id, phone_number: number, cause: 'call', call_id: call.id })
  await parts.calls.noteOptOut(callRefOf(call))
  return { outcome: 'done', text: done, effect: { type: 'end' } }
}

const done =
  'The number is on the do-not-call list. Tell the customer in one sentence that they will not be called again, and say goodbye: the call ends now.'

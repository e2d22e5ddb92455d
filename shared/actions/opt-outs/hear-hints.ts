import type { Call } from '../../domain/calls/call.ts'
import { asksToBeLeftAlone, mayAskToBeLeftAlone } from '../../domain/opt-outs/opt-out.ts'
import { reportedNumber } from '../../words/phone-spellings.ts'
import { type AskServices, askIfOptedOut } from './ask-if-opted-out.ts'

type HintedCall = Pick<Call, 'answered_by' | 'client_phone_number' | 'id' | 'user_id'>

/** Asks a model about words that hint at an opt-out, unless an answering machine said them. */
export const hearHints = async (
  services: AskServices,
  call: HintedCall | undefined,
  said: readonly string[],
  is_over: boolean,
): Promise<void> => {
  const phone_number = call && reportedNumber(call.client_phone_number)
  if (!phone_number || call.answered_by === 'machine' || said.some(asksToBeLeftAlone)) return
  const words = said.filter(mayAskToBeLeftAlone)
  if (words.length === 0) return
  const { user_id, id: call_id } = call
  await askIfOptedOut(services, { user_id, phone_number, words, about: { kind: 'call', call_id, is_over } })
}

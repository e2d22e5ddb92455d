import type { Call } from '../../../domain/calls/call.ts'
import type { BuiltIn } from '../../../domain/tools/built-in-tools.ts'
import type { Carried } from '../../../domain/tools/effect.ts'
import type { Arguments } from '../../../domain/tools/tool-request.ts'
import type { Log } from '../../../words/log.ts'
import { type CallBackParts, callBackAt } from './call-back-at.ts'
import { type DoNotCallParts, doNotCall } from './do-not-call.ts'
import { type PassOnParts, passOn } from './pass-on.ts'
import { type PressKeysParts, pressKeys } from './press-keys.ts'
import { type SendSmsParts, sendSms } from './send-sms.ts'
import { callTransfer, type TransferParts, warmCallTransfer } from './transfer.ts'

/** What built-in tools touch: each names its own. */
export type BuiltInParts = CallBackParts & DoNotCallParts & PassOnParts & PressKeysParts & SendSmsParts & TransferParts

/** A wish of the model's, in a call that goes on. */
export interface BuiltInWish<T extends BuiltIn = BuiltIn> {
  /** How the assistant was set up with it. */
  set: T
  /** As its offer wants them. */
  args: Arguments
  call: Call
  /** The same whenever it is the same wish. */
  hash: string
  log: Log
}

/**
 * Carries a wish out, once it was stored as started. What throws leaves unknown whether it happened; only a wish that may be carried out
 * again (`isRepeatable`) comes a second time.
 */
export const carryOut = async (parts: BuiltInParts, wish: BuiltInWish): Promise<Carried> => {
  const { set } = wish
  switch (set.type) {
    case 'assistant_transfer':
      return passOn(parts, { ...wish, set })
    case 'call_back_at':
      return callBackAt(parts, wish)
    case 'do_not_call':
      return doNotCall(parts, wish)
    case 'dtmf_input':
      return pressKeys(parts, wish)
    case 'send_sms':
      return sendSms(parts, { ...wish, set })
    case 'call_transfer':
      return callTransfer(parts, { ...wish, set })
    case 'warm_call_transfer':
      return warmCallTransfer(parts, { ...wish, set })
    default:
      throw new Error(`There is nothing that carries out ${set.type}`)
  }
}

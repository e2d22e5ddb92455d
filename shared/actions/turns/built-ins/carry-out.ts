import type { Carried } from '../../../domain/tools/effect.ts'
import type { BuiltInCall } from './built-in-call.ts'
import { type CallBackParts, callBackAt } from './call-back-at.ts'
import { type DoNotCallParts, doNotCall } from './do-not-call.ts'
import { type PassOnParts, passOn } from './pass-on.ts'
import { type PressKeysParts, pressKeys } from './press-keys.ts'
import { type SendSmsParts, sendSms } from './send-sms.ts'
import { callTransfer, type TransferParts, warmCallTransfer } from './transfer.ts'

export type BuiltInParts = CallBackParts & DoNotCallParts & PassOnParts & PressKeysParts & SendSmsParts & TransferParts

/**
 * Runs a built-in tool. After an error the outcome is unknown; only a tool that is `isRepeatable`
 * runs again.
 */
export const carryOut = async (parts: BuiltInParts, wish: BuiltInCall): Promise<Carried> => {
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

import type { ToolOutcome } from '../../../domain/tools/effect.ts'
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
export const runBuiltIn = async (parts: BuiltInParts, call: BuiltInCall): Promise<ToolOutcome> => {
  const { set } = call
  switch (set.type) {
    case 'assistant_transfer':
      return passOn(parts, { ...call, set })
    case 'call_back_at':
      return callBackAt(parts, call)
    case 'do_not_call':
      return doNotCall(parts, call)
    case 'dtmf_input':
      return pressKeys(parts, call)
    case 'send_sms':
      return sendSms(parts, { ...call, set })
    case 'call_transfer':
      return callTransfer(parts, { ...call, set })
    case 'warm_call_transfer':
      return warmCallTransfer(parts, { ...call, set })
    default:
      throw new Error(`No function runs ${set.type}`)
  }
}

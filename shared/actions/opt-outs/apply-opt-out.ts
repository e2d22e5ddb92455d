import type { OptOut } from '../../domain/opt-outs/opt-out.ts'
import type { Dependencies } from '../../services.ts'
import { suppress } from './suppress.ts'

interface OptOutMessage {
  user_id: number
  /** E.164 */
  sender: string
  optOut: OptOut
  sms_sid: string
}

/**
 * Applies STOP or START. START allows texts again, never calls. False when START changes nothing.
 */
export const applyOptOut = async (
  services: Dependencies<'blacklist.add' | 'blacklist.allowTexts' | 'compactionStarter.start'>,
  { user_id, sender, optOut, sms_sid }: OptOutMessage,
): Promise<boolean | 'heard before'> => {
  if (optOut === 'start') return services.blacklist.allowTexts(user_id, sender, sms_sid)
  await suppress(services, { user_id, phone_number: sender, cause: 'sms' })
  return true
}

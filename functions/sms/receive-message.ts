import { applyOptOut } from '../../shared/actions/apply-opt-out.ts'
import { readOptOut } from '../../shared/domain/opt-outs/opt-out.ts'
import { reportedNumber } from '../../shared/domain/phone-spellings.ts'
import { receiveMessage } from '../../shared/operations/sms.ts'
import { callback } from '../../shared/runtime/callback.ts'

/**
 * A sender of STOP is left alone by the number's owner, in calls and messages. START allows messages again, and never calls. What has
 * another cause, no message takes off.
 */
export const handler = callback(receiveMessage, async ({ report, log }, services) => {
  const { numbers } = services
  const wish = readOptOut(report.body, report.verdict)
  const sender = reportedNumber(report.from)
  if (!wish || !sender) return undefined
  const owner = await numbers.ownerOf(report.to)
  if (!owner) return undefined
  const { user_id } = owner
  const changes = await applyOptOut(services, { user_id, sender, wish, sms_sid: report.sms_sid })
  if (changes) log.info('opt-out changed', { user_id, wish })
  return undefined
})

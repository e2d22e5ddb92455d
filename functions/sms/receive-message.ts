import { applyOptOut } from '../../shared/actions/opt-outs/apply-opt-out.ts'
import { askIfOptedOut } from '../../shared/actions/opt-outs/ask-if-opted-out.ts'
import { mayAskToBeLeftAlone, readOptOut } from '../../shared/domain/opt-outs/opt-out.ts'
import { receiveMessage } from '../../shared/operations/sms.ts'
import { callback } from '../../shared/runtime/callback.ts'
import { reportedNumber } from '../../shared/words/phone-spellings.ts'

/**
 * STOP ends all calls and SMS to the sender. START allows SMS again, never calls. A model judges
 * SMS that no rule decides.
 */
export const handler = callback(receiveMessage, async ({ report, log }, services) => {
  const { numbers } = services
  const optOut = readOptOut(report.body, report.verdict)
  const sender = reportedNumber(report.from)
  const isHint = !optOut && report.verdict === undefined && mayAskToBeLeftAlone(report.body ?? '')
  if (!sender || !(optOut || isHint)) return undefined
  const owner = await numbers.ownerOf(report.to)
  if (!owner) return undefined
  const { user_id } = owner
  const { body = '', sms_sid } = report
  if (!optOut) {
    const about = { kind: 'text', sms_sid } as const
    await askIfOptedOut(services, { user_id, phone_number: sender, words: [body], about })
    return undefined
  }
  const changes = await applyOptOut(services, { user_id, sender, optOut, sms_sid })
  // A model may still judge an earlier SMS as an opt-out, so the time of START is stored.
  const isFirstStart = optOut === 'start' && changes !== 'heard before'
  if (isFirstStart) await services.optOutQuestions.start(user_id, sender, services.clock.now())
  if (changes === true) log.info('opt-out changed', { user_id, wish: optOut })
  return undefined
})

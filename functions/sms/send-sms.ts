import { judgeText, paused, readForText, sendText } from '../../shared/actions/messages/send-text.ts'
import { smsView } from '../../shared/domain/sms/sms-view.ts'
import { sendSms } from '../../shared/operations/sms.ts'
import { http } from '../../shared/runtime/http.ts'
import { readReachablePhone } from '../../shared/words/phone.ts'
import { Problem } from '../../shared/words/problem.ts'

export const handler = http(sendSms, async (request, services) => {
  const { numbers, sms, clock } = services
  const { from, to, body } = await request.body()
  const { user_id } = request
  const phone = readReachablePhone(to)
  const [sender, seen] = await Promise.all([numbers.find(user_id, from), readForText(services, { user_id, phone })])
  const draft = judgeText({ user_id, sender, phone, to, body }, seen, clock.now())
  // A repeated request must not fail here: its idempotency key would be released, and the SMS sent
  // again.
  if (seen.isStopped && !(await sms.find({ user_id, sms_id: request.newId }))) throw paused()

  const { means } = seen
  const { create, log } = request
  // If the carrier is busy, nothing is sent and the client may try again.
  const { id, isOpened, sent: fresh } = await sendText(services, { draft, means, create, waits: false, log })
  // A repeated request finds the SMS of its first run.
  const sent = isOpened ? fresh : await sms.find({ user_id, sms_id: id })
  if (sent?.money !== 'captured') throw new Problem('sms_failed', { detail: unknownOutcome(id) })
  return { message: 'SMS sent successfully', data: smsView({ ...sent, status: 'sent' }) }
})

const unknownOutcome = (id: number) =>
  `The carrier gave no answer, so the message may have been sent. SMS ${id} tells, at the latest in a few minutes.`

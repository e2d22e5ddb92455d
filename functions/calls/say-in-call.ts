import { isLive } from '../../shared/domain/calls/call-life.ts'
import { interject } from '../../shared/domain/conversations/talk.ts'
import { finding } from '../../shared/domain/form.ts'
import { found, Problem, refuseErrors } from '../../shared/domain/problem.ts'
import { sayInCall } from '../../shared/operations/calls.ts'
import { http } from '../../shared/runtime/http.ts'

/** What shall be said is part of the talk before it is answered: the worker that looks after silent talks speaks it, or the next look does. */
export const handler = http(sayInCall, async ({ user_id, id, body }, services) => {
  const { assistants, calls, conversations, watchSilenceQueue } = services
  const ref = { user_id, call_id: id }
  const [known, { text }] = await Promise.all([calls.find(ref), body()])
  const call = found(known, 'call_not_found')
  if (!isLive(call)) throw new Problem('call_not_in_progress')
  const assistant = await assistants.find(user_id, call.assistant_id)
  if (assistant?.mode === 'multimodal') refuseErrors(finding('text', notInMultimodal))
  const { talk } = found(await conversations.change(ref, (talk) => interject(talk, text)), 'call_not_in_progress')
  await watchSilenceQueue.nudge({ ...ref, turn: talk.turn }, 0)
  return { message: 'The assistant will say it' }
})

const notInMultimodal = 'A multimodal assistant cannot be told what to say.'

import { isLive } from '../../shared/domain/calls/placement.ts'
import { hasRoomFor, interject, wasInterjected } from '../../shared/domain/conversations/exchange.ts'
import { plainSpeech } from '../../shared/domain/conversations/plain-speech.ts'
import { isWithoutSocket } from '../../shared/domain/conversations/talk.ts'
import { phrasesFor } from '../../shared/domain/reference/phrases.ts'
import { sayInCall } from '../../shared/operations/calls.ts'
import { http } from '../../shared/runtime/http.ts'
import { found, Problem } from '../../shared/words/problem.ts'

/** Stores the words; a worker speaks them. A repeated request finds the stored words. */
export const handler = http(sayInCall, async ({ user_id, id, newId, body }, services) => {
  const { calls, conversations, steerSessionQueue, watchSilenceQueue, clock } = services
  const ref = { user_id, call_id: id }
  const [known, seen] = await Promise.all([calls.find(ref), conversations.find(ref)])
  const call = found(known, 'call_not_found')
  const { text: written } = await body()
  const text = plainSpeech(written, phrasesFor(undefined).atSign).trim()
  if (!seen || !(isLive(call) || wasInterjected(seen, newId))) throw new Problem('call_not_in_progress')
  let isFull = false
  const changed = await conversations.change(
    ref,
    (talk) => {
      isFull = !hasRoomFor(talk, text)
      return interject(talk, { id: newId, text })
    },
    seen,
  )
  if (!changed && isFull) throw new Problem('too_many_attempts', { retrySeconds: 1 })
  const { talk } = found(changed, 'call_not_in_progress')
  if (isWithoutSocket(talk)) await steerSessionQueue.send([{ ...ref, at: clock.now() }])
  else await watchSilenceQueue.nudge({ ...ref, turn: talk.turn }, 0)
  return { message: 'The assistant will say it' }
})

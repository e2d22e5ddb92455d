import { reconnectModel } from '../../shared/actions/dialling/reconnect-model.ts'
import { bringBack, putThrough } from '../../shared/actions/legs/put-through.ts'
import { reportCall } from '../../shared/actions/legs/report-call.ts'
import { sendSilenceCheck } from '../../shared/actions/turns/send-silence-check.ts'
import type { Call, EndedBy, EndedReason } from '../../shared/domain/calls/call.ts'
import { type CallRef, readCallRef } from '../../shared/domain/calls/call-ref.ts'
import { dialEndedBy, type SessionEnd } from '../../shared/domain/calls/carrier-report.ts'
import { type Instruction, sayPhrase } from '../../shared/domain/calls/instruction.ts'
import { dialOf, isDialledBy } from '../../shared/domain/calls/leg.ts'
import { close, expectAgain, newTicket } from '../../shared/domain/conversations/channel.ts'
import { isReplaced } from '../../shared/domain/conversations/reconnection.ts'
import { awaitSocket } from '../../shared/domain/conversations/silence-checks.ts'
import { sessionOf, type Talk, versionIn } from '../../shared/domain/conversations/talk.ts'
import { missEvaluationSeconds } from '../../shared/domain/opt-outs/opt-out-question.ts'
import { receiveSessionEnd } from '../../shared/operations/calls.ts'
import { callback } from '../../shared/runtime/callback.ts'
import type { Dependencies } from '../../shared/services.ts'
import type { Log } from '../../shared/words/log.ts'
import { found } from '../../shared/words/problem.ts'

type Services = Dependencies<(typeof receiveSessionEnd)['uses'][number]>

/**
 * Reports who ended the conversation. If only the socket was lost, the conversation continues on a
 * new one.
 */
export const handler = callback(receiveSessionEnd, async ({ report: end, ref: path, log }, services) => {
  const { assistants, calls, conversations, judgeOptOutQueue } = services
  const ref = found(readCallRef(path), 'call_not_found')
  const tell = async (ended_by: EndedBy | undefined, cause?: EndedReason) => {
    const report = { progress: 'in-progress', ended_by, cause, carrier_sid: end.carrier_sid } as const
    return found(await reportCall(services, ref, report, log), 'call_not_found').call
  }

  const parts = { ...services, report: calls.apply }

  switch (end.kind) {
    case 'lost': {
      const call = found(await calls.find(ref), 'call_not_found')
      const leaves = await putThrough(parts, { call, question: end.question }, log)
      return leaves ?? resume({ ref, end, tell }, services, log)
    }
    case 'left': {
      const call = await tell(undefined)
      const next = await putThrough(parts, { call, question: end.question }, log)
      return next ?? bringBack(parts, { call, place: call.legs.length }, log)
    }
    case 'replaced':
      await tell(undefined)
      return { step: 'hang up' }
    case 'over':
      await judgeOptOutQueue.nudge(ref, missEvaluationSeconds.ended)
      await conversations.change(ref, close)
      await tell(end.ended_by)
      return { step: 'hang up' }
    case 'dialled': {
      const call = found(await calls.find(ref), 'call_not_found')
      // The dial to a realtime model has ended. If a worker redirected the call to its transfer, the
      // carrier ignores our answer.
      const leg = call.legs[end.legs]
      const isElsewhere = leg && (leg.drives > 0 || (dialOf(leg) && !isDialledBy(leg, end.question)))
      if (end.by === 'model' && isElsewhere) return { step: 'hang up' }
      const next = end.by === 'model' && leg && (await putThrough(parts, { call, question: end.question }, log))
      if (next) return next
      const talk = end.by === 'model' ? await conversations.find(ref) : undefined
      if (talk && isReplaced(talk, end.anew))
        return (isUntold(talk) && (await reconnectModel(parts, { call, question: end.question }, log))) || hangUp
      await judgeOptOutQueue.nudge(ref, missEvaluationSeconds.ended)
      await conversations.change(ref, close)
      await tell(dialEndedBy(end, call.max_duration_seconds))
      return { step: 'hang up' }
    }
    case 'not picked up': {
      await conversations.change(ref, close)
      const call = await tell('assistant', 'model_failed')
      log.warn('a realtime model did not pick up', { ...ref, status: end.status, code: end.code })
      return sayPhrase('apology', await assistants.find(ref.user_id, call.assistant_id, call.assistant_version))
    }
  }
})

/** True when the session must be replaced and the carrier does not know yet. */
const isUntold = (talk: Talk): boolean => {
  const anew = sessionOf(talk)?.anew
  return anew?.is_due === true && anew.told_at === undefined
}

const hangUp: Instruction = { step: 'hang up' }

interface LostSession {
  ref: CallRef
  end: Extract<SessionEnd, { kind: 'lost' }>
  tell: (ended_by: EndedBy | undefined, cause?: EndedReason) => Promise<Call>
}

/** Continues the conversation on a new socket, unless too many were lost. */
const resume = async (
  { ref, end, tell }: LostSession,
  { assistants, voices, conversations, watchSilenceQueue, clock, random }: Services,
  log: Log,
): Promise<Instruction> => {
  const { code, session_id, neverOpened } = end
  const ticket = newTicket(random)
  const next = await conversations.change(ref, (talk) => {
    const expected = expectAgain(talk, { neverOpened, session_id, ticket })
    return expected && awaitSocket(expected, clock.now())
  })
  const resumed = next?.talk.ticket ? next.talk : undefined
  const call = await (resumed ? tell(undefined) : tell('assistant', 'line_lost'))
  log.warn('a conversation lost its socket', { ...ref, code, resumes: resumed?.resumes })
  const version = resumed ? versionIn(resumed) : call.assistant_version
  const assistant = await assistants.find(ref.user_id, resumed?.assistant_id ?? call.assistant_id, version)
  const voice = assistant && (await voices.find(ref.user_id, assistant.voice_id))
  if (!resumed?.ticket || !voice || call.closed_at) return sayPhrase('apology', assistant)
  await sendSilenceCheck({ watchSilenceQueue }, resumed, clock.now())
  return { step: 'connect', ref, assistant, voice, ticket: resumed.ticket, greeting: '' }
}

import { saidOf } from '../../shared/domain/simulations/recorded-call.ts'
import { resultView } from '../../shared/domain/simulations/replay-view.ts'
import { getReplayedCall } from '../../shared/operations/simulations.ts'
import { http } from '../../shared/runtime/http.ts'
import { found, Problem } from '../../shared/words/problem.ts'

/** Reads the transcript from the call, so the transcript is deleted with the call. */
export const handler = http(getReplayedCall, async ({ user_id, id, innerId: call_id }, { calls, replays }) => {
  const ref = { user_id, replay_id: id }
  const [known, played, [detail]] = await Promise.all([
    replays.find(ref),
    replays.findCall(ref, call_id),
    calls.details([{ user_id, call_id }]),
  ])
  const replay = found(known, 'replay_not_found')
  if (!replay.calls.some((planned) => planned.call_id === call_id)) throw new Problem('replay_not_found')
  return {
    ...resultView(call_id, played, replay),
    judge: played?.outcome?.judge ?? null,
    recorded_transcript: detail ? saidOf(detail) : [],
    replayed_transcript: played?.outcome?.transcript ?? [],
    tool_calls: played?.outcome?.tool_calls ?? [],
  }
})

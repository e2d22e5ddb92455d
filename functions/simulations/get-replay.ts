import { fullReplay } from '../../shared/domain/simulations/replay-view.ts'
import { getReplay } from '../../shared/operations/simulations.ts'
import { http } from '../../shared/runtime/http.ts'
import { found } from '../../shared/words/problem.ts'

export const handler = http(getReplay, async ({ user_id, id }, { replays }) => {
  const ref = { user_id, replay_id: id }
  const [replay, played] = await Promise.all([replays.find(ref), replays.played(ref)])
  return fullReplay(found(replay, 'replay_not_found'), played)
})

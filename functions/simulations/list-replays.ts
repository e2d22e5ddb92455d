import { replayView } from '../../shared/domain/simulations/replay-view.ts'
import { listReplays } from '../../shared/operations/simulations.ts'
import { http } from '../../shared/runtime/http.ts'

export const handler = http(listReplays, async ({ user_id }, { replays }) =>
  (await replays.list(user_id)).map((replay) => replayView(replay)),
)

import { rolloutView } from '../../shared/domain/assistants/rollout-form.ts'
import { getRollout } from '../../shared/operations/assistants.ts'
import { http } from '../../shared/runtime/http.ts'
import { found } from '../../shared/words/problem.ts'

export const handler = http(getRollout, async ({ user_id, id }, { assistants, rollouts }) => {
  const [assistant, known] = await Promise.all([assistants.find(user_id, id), rollouts.find(user_id, id)])
  found(assistant, 'assistant_not_found')
  const rollout = found(known, 'rollout_not_found')
  return rolloutView(rollout, await rollouts.arms(rollout))
})

import { abortRollout } from '../../shared/operations/assistants.ts'
import { http } from '../../shared/runtime/http.ts'
import { found, Problem } from '../../shared/words/problem.ts'

export const handler = http(abortRollout, async ({ user_id, id }, { assistants, rollouts, clock }) => {
  const [assistant, known] = await Promise.all([assistants.find(user_id, id), rollouts.find(user_id, id)])
  found(assistant, 'assistant_not_found')
  const rollout = found(known, 'rollout_not_found')
  const isAborted = rollout.state === 'aborted'
  if (!isAborted && !(await rollouts.end(rollout, 'aborted', 'It was aborted.', clock.now())))
    throw new Problem('rollout_over')
  return { message: 'Rollout aborted successfully' }
})

import { publishable } from '../../shared/actions/assistants/publish.ts'
import { finishRollout } from '../../shared/operations/assistants.ts'
import { http } from '../../shared/runtime/http.ts'
import { lost, untilWritten } from '../../shared/table/compare-and-set.ts'
import { found, Problem } from '../../shared/words/problem.ts'

export const handler = http(finishRollout, async ({ user_id, token_id, id }, services) => {
  const { assistants, assistantVersions, rollouts } = services
  const number = await untilWritten(services, 'assistant', async () => {
    const [known, rollout] = await Promise.all([assistants.find(user_id, id), rollouts.find(user_id, id)])
    const live = found(known, 'assistant_not_found')
    const { version, state } = found(rollout, 'rollout_not_found')
    if (state === 'finished') return version
    if (live.rollout?.version !== version) throw new Problem('rollout_over')
    const [kept, settings] = await Promise.all([
      assistantVersions.find(user_id, id, version),
      assistantVersions.settings(user_id, id, version),
    ])
    const canary = await publishable(services, live, found(settings, 'rollout_over'))
    return (await rollouts.finish(live, { ...canary, version }, { note: kept?.note ?? null, token_id })) ?? lost
  })
  return { message: 'Rollout finished successfully', data: { number } }
})

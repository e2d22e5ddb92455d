import { publishable } from '../../shared/actions/assistants/publish.ts'
import { settingsAt } from '../../shared/domain/assistants/assistant-version.ts'
import { restoreAssistantVersion } from '../../shared/operations/assistants.ts'
import { http } from '../../shared/runtime/http.ts'
import { lost, untilWritten } from '../../shared/table/compare-and-set.ts'
import { found } from '../../shared/words/problem.ts'

export const handler = http(restoreAssistantVersion, async (request, services) => {
  const { user_id, token_id, id, innerId: restored_from } = request
  const { assistants, assistantVersions } = services
  const number = await untilWritten(services, 'assistant', async () => {
    const [known, kept] = await Promise.all([
      assistants.find(user_id, id),
      assistantVersions.settings(user_id, id, restored_from),
    ])
    const stored = found(known, 'version_not_found')
    const settings = found(settingsAt(stored, restored_from, kept), 'version_not_found')
    const { note } = await request.body()
    const restored = await publishable(services, stored, settings)
    return (await assistants.replace(stored, restored, { note, token_id, restored_from })) ?? lost
  })
  return { message: 'Version restored successfully', data: { number } }
})

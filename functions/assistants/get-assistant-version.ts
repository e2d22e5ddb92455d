import { differences, versionView } from '../../shared/domain/assistants/assistant-version-view.ts'
import { settingsView } from '../../shared/domain/assistants/assistant-view.ts'
import { getAssistantVersion } from '../../shared/operations/assistants.ts'
import { http } from '../../shared/runtime/http.ts'
import { found } from '../../shared/words/problem.ts'

/** Settings are shown as lists show them, so no version shows more than its assistant did. */
export const handler = http(
  getAssistantVersion,
  async ({ user_id, id, innerId, query }, { assistants, assistantVersions, callPages }) => {
    const { compared_to = innerId - 1 } = await query()
    const assistant = found(await assistants.find(user_id, id), 'assistant_not_found')
    const [version, own, other, calls] = await Promise.all([
      assistantVersions.find(assistant, innerId),
      assistantVersions.settings(assistant, innerId),
      assistantVersions.settings(assistant, compared_to),
      callPages.countByVersion(user_id, id),
    ])
    const settings = found(own, 'version_not_found')
    return {
      ...versionView(found(version, 'version_not_found'), {
        live: assistant.version,
        calls: calls.get(innerId) ?? 0,
      }),
      settings: settingsView(settings),
      compared_to: other ? compared_to : null,
      changes: other ? differences(other, settings) : [],
    }
  },
)

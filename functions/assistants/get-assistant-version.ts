import { liveVersion, settingsAt } from '../../shared/domain/assistants/assistant-version.ts'
import { differences, versionView } from '../../shared/domain/assistants/assistant-version-view.ts'
import { settingsView } from '../../shared/domain/assistants/assistant-view.ts'
import { getAssistantVersion } from '../../shared/operations/assistants.ts'
import { http } from '../../shared/runtime/http.ts'
import { found } from '../../shared/words/problem.ts'

export const handler = http(
  getAssistantVersion,
  async ({ user_id, id, innerId, query }, { assistants, assistantVersions, callPages }) => {
    const { compared_to = innerId - 1 } = await query()
    const [known, keptVersion, own, others, calls] = await Promise.all([
      assistants.find(user_id, id),
      assistantVersions.find(user_id, id, innerId),
      assistantVersions.settings(user_id, id, innerId),
      assistantVersions.settings(user_id, id, compared_to),
      callPages.countByVersion(user_id, id),
    ])
    const assistant = found(known, 'version_not_found')
    const live = assistant.version
    const version = found(innerId === live ? liveVersion(assistant) : keptVersion, 'version_not_found')
    const settings = found(settingsAt(assistant, innerId, own), 'version_not_found')
    const other = settingsAt(assistant, compared_to, others)
    return {
      ...versionView(version, { live, calls: calls.get(innerId) ?? 0 }),
      settings: settingsView(settings),
      compared_to: other ? compared_to : null,
      changes: other ? differences(other, settings) : [],
    }
  },
)

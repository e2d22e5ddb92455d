import { liveVersion } from '../../shared/domain/assistants/assistant-version.ts'
import { versionView } from '../../shared/domain/assistants/assistant-version-view.ts'
import { listAssistantVersions } from '../../shared/operations/assistants.ts'
import { http } from '../../shared/runtime/http.ts'
import { paginate, readPageRequest } from '../../shared/words/page.ts'
import { found } from '../../shared/words/problem.ts'

export const handler = http(
  listAssistantVersions,
  async ({ user_id, id, query, location }, { assistants, assistantVersions, callPages }) => {
    const { page, per_page, first } = readPageRequest(await query())
    const [known, kept, calls] = await Promise.all([
      assistants.find(user_id, id),
      assistantVersions.list(user_id, id),
      callPages.countByVersion(user_id, id),
    ])
    const assistant = found(known, 'assistant_not_found')
    const all = [liveVersion(assistant), ...kept.filter(({ number }) => number !== assistant.version)].toSorted(
      (one, other) => other.number - one.number,
    )
    const rows = all
      .slice(first, first + per_page)
      .map((version) => versionView(version, { live: assistant.version, calls: calls.get(version.number) ?? 0 }))
    return paginate(rows, all.length, { page, per_page }, location)
  },
)

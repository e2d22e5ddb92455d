import { toolView } from '../../shared/domain/tools/tool-view.ts'
import { getTool } from '../../shared/operations/tools.ts'
import { http } from '../../shared/runtime/http.ts'
import { found } from '../../shared/words/problem.ts'

export const handler = http(getTool, async ({ user_id, id }, { tools }) =>
  toolView(found(await tools.find(user_id, id), 'tool_not_found')),
)

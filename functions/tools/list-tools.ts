import { toolView } from '../../shared/domain/tools/tool-view.ts'
import { listTools } from '../../shared/operations/tools.ts'
import { http } from '../../shared/runtime/http.ts'

export const handler = http(listTools, async ({ user_id }, { tools }) => (await tools.list(user_id)).map(toolView))

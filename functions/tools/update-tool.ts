import { openHeaders, sealedFor } from '../../shared/actions/turns/send-tool.ts'
import type { Tool } from '../../shared/domain/tools/tool.ts'
import { isMask } from '../../shared/domain/tools/tool.ts'
import { headerValues, reviseTool, toolMisfits } from '../../shared/domain/tools/tool-form.ts'
import { toolView } from '../../shared/domain/tools/tool-view.ts'
import { updateTool } from '../../shared/operations/tools.ts'
import { http, type Request } from '../../shared/runtime/http.ts'
import type { Dependencies } from '../../shared/services.ts'
import { lost, untilWritten } from '../../shared/table/compare-and-set.ts'
import { found } from '../../shared/words/problem.ts'

type Services = Dependencies<(typeof updateTool)['uses'][number]>

/** Updates the tool. A header whose value is masked keeps its stored value. */
export const handler = http(updateTool, async (request, services) => {
  const data = await untilWritten(services, 'tool', () => attempt(request, services))
  return { message: 'Tool updated successfully', data: toolView(data) }
})

const attempt = async (
  { user_id, id, body }: Request<typeof updateTool>,
  { tools, vault, clock, stage }: Services,
): Promise<Tool | typeof lost> => {
  const stored = found(await tools.find(user_id, id), 'tool_not_found')
  const changes = await body((asked) => toolMisfits(asked, { stored, stage }))
  const revised = reviseTool(stored, changes, clock.now())
  const isKept = changes.headers?.some(({ value }) => isMask(value))
  const values =
    changes.headers && headerValues(stored, isKept ? await openHeaders({ tools, vault }, stored) : [], changes)
  const sealed = values && (await vault.seal(JSON.stringify(values), sealedFor(revised)))
  return (await tools.replace(stored, revised, sealed)) ? revised : lost
}

import { sealedFor } from '../../shared/actions/turns/send-tool.ts'
import { headerValues, newTool, toolMisfits } from '../../shared/domain/tools/tool-form.ts'
import { toolView } from '../../shared/domain/tools/tool-view.ts'
import { createTool } from '../../shared/operations/tools.ts'
import { http } from '../../shared/runtime/http.ts'
import { Problem } from '../../shared/words/problem.ts'

export const handler = http(createTool, async (request, { tools, vault, clock, stage }) => {
  const { user_id } = request
  const draft = await request.body((asked) => toolMisfits(asked, { stage }))
  const now = clock.now()
  const values = headerValues(undefined, [], draft)
  const id = await request.create(async (id) => {
    const tool = newTool(draft, { id, user_id }, now)
    const sealed = values.length ? await vault.seal(JSON.stringify(values), sealedFor(tool)) : undefined
    const outcome = await tools.create(tool, sealed)
    if (outcome === 'full') throw new Problem('too_many_tools')
    return outcome === 'created'
  })
  return { message: 'Tool created successfully', data: toolView(newTool(draft, { id, user_id }, now)) }
})

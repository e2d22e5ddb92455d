import { found } from '../../shared/domain/problem.ts'
import { deleteTool } from '../../shared/operations/tools.ts'
import { http } from '../../shared/runtime/http.ts'
import type { Supplied } from '../../shared/services.ts'

type Services = Supplied<(typeof deleteTool)['uses'][number]>

/** Off every assistant first, so that it can be run again after a crash; and once more, for who has just been given it. */
export const handler = http(deleteTool, async ({ user_id, id }, services) => {
  found(await services.tools.find(user_id, id), 'tool_not_found')
  await takeOff(user_id, id, services)
  await services.tools.remove(user_id, id)
  await takeOff(user_id, id, services)
  return { message: 'Tool deleted successfully' }
})

const takeOff = async (user_id: number, tool_id: number, { assistants, clock }: Services): Promise<void> => {
  const all = await assistants.list(user_id, { only: ['id', 'tool_ids'] })
  const having = all.filter(({ tool_ids }) => tool_ids.includes(tool_id))
  for (const { id } of having)
    await assistants.change(user_id, id, (assistant) => ({
      ...assistant,
      tool_ids: assistant.tool_ids.filter((one) => one !== tool_id),
      updated_at: clock.now(),
    }))
}

import { deleteTool } from '../../shared/operations/tools.ts'
import { http } from '../../shared/runtime/http.ts'
import { Problem } from '../../shared/words/problem.ts'

/**
 * Removes the tool before it reads the assistants, because a concurrent request may still add the
 * tool to an assistant. A repeated request clears the remaining assistants.
 */
export const handler = http(deleteTool, async ({ user_id, token_id, id }, { tools, assistants, clock }) => {
  const isRemoved = await tools.remove(user_id, id)
  const all = await assistants.list(user_id, { only: ['id', 'tool_ids'] })
  const having = all.filter(({ tool_ids }) => tool_ids.includes(id))
  if (!isRemoved && !having.length) throw new Problem('tool_not_found')
  for (const assistant of having)
    await assistants.change(
      user_id,
      assistant.id,
      (stored) => ({
        ...stored,
        tool_ids: stored.tool_ids.filter((one) => one !== id),
        updated_at: clock.now(),
      }),
      { token_id, note: `Tool ${id} was deleted.` },
    )
  return { message: 'Tool deleted successfully' }
})

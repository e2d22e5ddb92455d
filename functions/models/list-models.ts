import { models } from '../../shared/domain/reference/models.ts'
import { listModels } from '../../shared/operations/models.ts'
import { http } from '../../shared/runtime/http.ts'

export const handler = http(listModels, async ({ query }) => {
  const { type } = await query()
  return models.filter(({ kind }) => !type || (kind === 'text') === (type === 'llm'))
})

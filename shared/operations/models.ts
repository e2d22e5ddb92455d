import * as z from 'zod'
import { http } from './define.ts'

export const listModels = http({
  id: 'list-models',
  area: 'models',
  method: 'GET',
  path: '/user/assistants/models',
  summary: 'List the language models on offer',
  description: 'Use the `name` as `llm_model`, or the `id` as `llm_model_id`.',
  returns: z.array(z.object({ id: z.int(), name: z.string() })),
  uses: [],
})

import * as z from 'zod'
import { oneOf, optional } from '../words/fields.ts'
import { form } from '../words/form.ts'
import { http } from './define.ts'

export const listModels = http({
  id: 'list-models',
  area: 'models',
  method: 'GET',
  path: '/user/assistants/models',
  summary: 'List the language models on offer',
  description:
    'Use the `name` as `llm_model`, or the `id` as `llm_model_id`. `type` leaves only text models (`llm`) or only realtime models (`multimodal`, for `multimodal_model_id`).',
  query: form({ type: optional(oneOf(['llm', 'multimodal'])) }),
  returns: z.array(z.object({ id: z.int(), name: z.string() })),
  uses: [],
})

import * as z from 'zod'
import { http } from './define.ts'

export const listModels = http({
  id: 'list-models',
  area: 'models',
  method: 'GET',
  path: '/user/assistants/models',
  summary: 'List the language models on offer',
  returns: z.array(z.object({ id: z.int(), name: z.string() })),
  uses: [],
})

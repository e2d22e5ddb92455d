import * as z from 'zod'
import { http } from './define.ts'

export const listLanguages = http({
  id: 'list-languages',
  area: 'languages',
  method: 'GET',
  path: '/user/assistants/languages',
  summary: 'List the languages that assistants speak',
  description: 'Use the `name` as `language`, or the `id` as `language_id`.',
  returns: z.array(z.object({ id: z.int(), name: z.string(), iso_2: z.string() })),
  uses: [],
})

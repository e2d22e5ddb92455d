import * as z from 'zod'
import { assistantModes } from '../domain/assistants/assistant-settings.ts'
import { languageById } from '../domain/reference/languages.ts'
import { chosen, integer, oneOf, optional } from '../words/fields.ts'
import { form } from '../words/form.ts'
import { http } from './define.ts'

export const listVoices = http({
  id: 'list-voices',
  area: 'voices',
  method: 'GET',
  path: '/user/assistants/voices',
  summary: 'List public voices and the user’s own',
  description:
    'Public voices and your own. `mode` is the engine of a voice. The name of a pipeline voice tells its language. With `language_id`, only voices that speak this language.',
  query: form({
    mode: optional(oneOf(assistantModes)),
    language_id: optional(chosen(integer(), languageById)),
  }),
  returns: z.array(z.object({ id: z.int(), name: z.string(), mode: z.enum(assistantModes) })),
  uses: ['voices.list'],
})

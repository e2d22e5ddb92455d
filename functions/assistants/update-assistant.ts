import type { Assistant } from '../../shared/domain/assistants/assistant.ts'
import { revise } from '../../shared/domain/assistants/assistant-changes.ts'
import { misfits } from '../../shared/domain/assistants/assistant-form.ts'
import { found } from '../../shared/domain/problem.ts'
import { updateAssistant } from '../../shared/operations/assistants.ts'
import { http, type Request } from '../../shared/runtime/http.ts'
import type { Supplied } from '../../shared/services.ts'

/** Every lost race is somebody else's success: so many can change one assistant at once. */
const attemptsMax = 60

/** Only what was given is written, and only while what it was judged by still stands: no change is lost, none unchecked. */
export const handler = http(updateAssistant, async (request, services) => {
  for (let count = 0; count < attemptsMax; count++) {
    const updated = await attempt(request, services)
    if (updated) return { message: 'Assistant updated successfully', data: updated }
  }
  throw new Error('The assistant is too busy')
})

const attempt = async (
  { user_id, id, body }: Request<typeof updateAssistant>,
  { assistants, voices, numbers, clock, stage }: Supplied<(typeof updateAssistant)['uses'][number]>,
): Promise<Assistant | undefined> => {
  const looking = assistants.find(user_id, id)
  const changes = await body(async (asked) => {
    const isNumberAsked = asked.phone_number_id !== undefined || asked.calls_direction !== undefined
    const [stored, voice, owned] = await Promise.all([
      looking,
      asked.voice_id === undefined ? undefined : voices.find(user_id, asked.voice_id),
      isNumberAsked ? numbers.list(user_id) : [],
    ])
    return misfits(asked, {
      id,
      stored: found(stored, 'assistant_not_found'),
      voice,
      numbers: owned,
      stage,
      now: clock.now(),
    })
  })
  const stored = found(await looking, 'assistant_not_found')
  const revised = revise(stored, changes, clock.now())
  return (await assistants.replace(stored, revised)) ? revised : undefined
}

import { readSurroundings } from '../../shared/actions/assistants/surroundings.ts'
import { newAssistant } from '../../shared/domain/assistants/assistant-changes.ts'
import { assistantErrors, numberTaken } from '../../shared/domain/assistants/assistant-form.ts'
import { createAssistant } from '../../shared/operations/assistants.ts'
import { http } from '../../shared/runtime/http.ts'
import { Problem } from '../../shared/words/problem.ts'
import { uuidFrom } from '../../shared/words/uuid.ts'

/**
 * Creates the assistant and assigns its phone number in one transaction, so only one assistant gets
 * the number.
 */
export const handler = http(createAssistant, async (request, services) => {
  const { assistants, random } = services
  const { user_id, token_id } = request
  const draft = await request.body(async (asked) =>
    assistantErrors(asked, await readSurroundings(services, user_id, asked, { id: request.newId })),
  )
  const uuid = uuidFrom(random.bytes(16))
  const id = await request.create(async (id) => {
    const outcome = await assistants.create(newAssistant(draft, { id, user_id, uuid }), { token_id })
    if (outcome === 'number_taken') throw new Problem('validation_failed', { errors: numberTaken })
    return outcome === 'created'
  })
  return { message: 'Assistant created successfully', data: newAssistant(draft, { id, user_id, uuid }) }
})

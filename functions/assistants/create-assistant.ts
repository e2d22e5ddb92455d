import { newAssistant } from '../../shared/domain/assistants/assistant-changes.ts'
import { misfits, numberTaken } from '../../shared/domain/assistants/assistant-form.ts'
import { assistantsNamed } from '../../shared/domain/tools/built-in-tools.ts'
import { namesNumbers } from '../../shared/domain/tools/transfer-misfits.ts'
import { createAssistant } from '../../shared/operations/assistants.ts'
import { http } from '../../shared/runtime/http.ts'
import { Problem } from '../../shared/words/problem.ts'
import { uuidFrom } from '../../shared/words/uuid.ts'

/** An inbound assistant and the hold on its number come to be together, or not at all: of two that want it, one gets it. */
export const handler = http(createAssistant, async (request, services) => {
  const { assistants, tools, knowledgebases, voices, numbers, clock, random, stage } = services
  const { user_id } = request
  const draft = await request.body(async (asked) => {
    const [voice, owned, chosen, others, base] = await Promise.all([
      asked.voice_id === undefined ? undefined : voices.find(user_id, asked.voice_id),
      asked.phone_number_id === undefined && !namesNumbers(asked.tools) ? [] : numbers.list(user_id),
      asked.tool_ids?.length ? tools.findMany(user_id, asked.tool_ids) : [],
      Promise.all(assistantsNamed(asked.tools).map((id) => assistants.find(user_id, id))),
      asked.knowledgebase_id ? knowledgebases.find(user_id, asked.knowledgebase_id) : undefined,
    ])
    const tool_ids = chosen.map(({ id }) => id)
    const assistant_ids = others.flatMap((other) => other?.id ?? [])
    const own = { voice, numbers: owned, tool_ids, assistant_ids, knowledgebase_id: base?.id }
    return misfits(asked, { id: request.newId, ...own, stage, now: clock.now() })
  })
  const uuid = uuidFrom(random.bytes(16))
  const id = await request.create(async (id) => {
    const outcome = await assistants.create(newAssistant(draft, { id, user_id, uuid }))
    if (outcome === 'number_taken') throw new Problem('validation_failed', { errors: numberTaken })
    return outcome === 'created'
  })
  return { message: 'Assistant created successfully', data: newAssistant(draft, { id, user_id, uuid }) }
})

import type { Assistant } from '../../shared/domain/assistants/assistant.ts'
import { revise } from '../../shared/domain/assistants/assistant-changes.ts'
import { AssistantChanges, misfits } from '../../shared/domain/assistants/assistant-form.ts'
import { assistantsNamed } from '../../shared/domain/tools/built-in-tools.ts'
import { namesNumbers } from '../../shared/domain/tools/transfer-misfits.ts'
import { updateAssistant } from '../../shared/operations/assistants.ts'
import { http, type Request } from '../../shared/runtime/http.ts'
import type { Supplied } from '../../shared/services.ts'
import { lost, untilWritten } from '../../shared/table/compare-and-set.ts'
import { isKnown } from '../../shared/words/form.ts'
import { found, Problem } from '../../shared/words/problem.ts'

/** Only what was given is written, and only while what it was judged by still stands: no change is lost, none unchecked. */
export const handler = http(updateAssistant, async (request, services) => {
  const data = await untilWritten(services, 'assistant', () => attempt(request, services))
  return { message: 'Assistant updated successfully', data }
})

const attempt = async (
  { user_id, id, body, bodyNames, bodyValues }: Request<typeof updateAssistant>,
  {
    assistants,
    tools,
    knowledgebases,
    voices,
    numbers,
    clock,
    stage,
  }: Supplied<(typeof updateAssistant)['uses'][number]>,
): Promise<Assistant | typeof lost> => {
  const asked = bodyValues()
  const isNumberAsked =
    asked.phone_number_id !== undefined || asked.calls_direction !== undefined || namesNumbers(asked.tools)
  const [known, voice, owned, chosen, others, base] = await Promise.all([
    assistants.find(user_id, id),
    asked.voice_id === undefined ? undefined : voices.find(user_id, asked.voice_id),
    isNumberAsked ? numbers.list(user_id) : [],
    asked.tool_ids?.length ? tools.findMany(user_id, asked.tool_ids) : [],
    Promise.all(assistantsNamed(asked.tools).map((other) => assistants.find(user_id, other))),
    asked.knowledgebase_id ? knowledgebases.find(user_id, asked.knowledgebase_id) : undefined,
  ])
  const stored = found(known, 'assistant_not_found')
  const names = bodyNames()
  if (names.length && !names.some((name) => isKnown(AssistantChanges, name)))
    throw new Problem('unknown_fields', { names })
  const tool_ids = chosen.map(({ id }) => id)
  const assistant_ids = others.flatMap((other) => other?.id ?? [])
  const own = { voice, numbers: owned, tool_ids, assistant_ids, knowledgebase_id: base?.id }
  const around = { id, stored, ...own, stage, now: clock.now() }
  const changes = await body(() => misfits(asked, around))
  const revised = revise(stored, changes, clock.now())
  return (await assistants.replace(stored, revised)) ? revised : lost
}

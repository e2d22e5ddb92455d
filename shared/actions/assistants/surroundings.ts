import type { AssistantChanges, Surroundings } from '../../domain/assistants/assistant-form.ts'
import { assistantsNamed } from '../../domain/tools/built-in-tools.ts'
import { namesNumbers } from '../../domain/tools/transfer-errors.ts'
import type { Dependencies } from '../../services.ts'

export type SurroundingServices = Dependencies<
  'assistants.find' | 'clock' | 'knowledgebases.find' | 'numbers.list' | 'stage' | 'tools.findMany' | 'voices.find'
>

/** Reads the data needed to validate an assistant. `isStored`: the assistant exists already. */
export const readSurroundings = async (
  services: SurroundingServices,
  user_id: number,
  asked: Partial<AssistantChanges>,
  { id, isStored = false }: { id: number; isStored?: boolean },
): Promise<Surroundings> => {
  const { assistants, tools, knowledgebases, voices, numbers, clock, stage } = services
  const { voice_id, tool_ids, knowledgebase_id } = asked
  const namesNumber = asked.phone_number_id !== undefined || (isStored && asked.calls_direction !== undefined)
  const [voice, owned, chosen, others, base] = await Promise.all([
    voice_id === undefined ? undefined : voices.find(user_id, voice_id),
    namesNumber || namesNumbers(asked.tools) ? numbers.list(user_id) : [],
    tool_ids?.length ? tools.findMany(user_id, tool_ids) : [],
    Promise.all(assistantsNamed(asked.tools).map((other) => assistants.find(user_id, other))),
    knowledgebase_id ? knowledgebases.find(user_id, knowledgebase_id) : undefined,
  ])
  return {
    id,
    voice,
    numbers: owned,
    tool_ids: chosen.map((tool) => tool.id),
    assistant_ids: others.flatMap((other) => other?.id ?? []),
    knowledgebase_id: base?.id,
    stage,
    now: clock.now(),
  }
}

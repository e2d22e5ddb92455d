import type { Assistant } from '../../domain/assistants/assistant.ts'
import { placeIn } from '../../domain/assistants/rollout.ts'
import type { Call } from '../../domain/calls/call.ts'
import { customerHash } from '../../domain/conversations/visitor.ts'
import type { Dependencies } from '../../services.ts'
import { uuidFrom } from '../../words/uuid.ts'

export interface Assigned {
  assistant: Assistant
  rollout?: Call['rollout']
}

export const assignedAssistant = async (
  parts: Dependencies<'assistants.find' | 'rollouts.admit'>,
  live: Assistant,
  phone_number: string | undefined,
): Promise<Assigned> => (phone_number ? assignedTo(parts, live, phone_number) : { assistant: live })

/**
 * Chooses the version for a web call. Without a visitor key, each call counts as a different
 * person.
 */
export const assignedVisitor = async (
  parts: Dependencies<'assistants.find' | 'random' | 'rollouts.admit'>,
  live: Assistant,
  visitor_key: string | undefined,
): Promise<Assigned> => {
  if (!live.rollout) return { assistant: live }
  const person = visitor_key === undefined ? uuidFrom(parts.random.bytes(16)) : customerHash(visitor_key)
  const { assistant, rollout } = await assignedTo(parts, live, person)
  return { assistant, ...(rollout && { rollout: { ...rollout, person } }) }
}

const assignedTo = async (
  { assistants, rollouts }: Dependencies<'assistants.find' | 'rollouts.admit'>,
  live: Assistant,
  person: string,
): Promise<Assigned> => {
  const { user_id, id, rollout } = live
  if (!rollout) return { assistant: live }
  const { arm, counts } = await rollouts.admit(user_id, rollout, placeIn(rollout, person))
  const assistant = arm === 'live' ? live : await assistants.find(user_id, id, rollout.version)
  if (!assistant || (arm === 'canary' && assistant.version !== rollout.version)) return { assistant: live }
  return counts ? { assistant, rollout: { id: rollout.id } } : { assistant }
}

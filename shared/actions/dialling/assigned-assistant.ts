import type { Assistant } from '../../domain/assistants/assistant.ts'
import { placeIn } from '../../domain/assistants/rollout.ts'
import type { Supplied } from '../../services.ts'

/** The assistant of a new call, and the rollout in which the call counts. */
export interface Assigned {
  assistant: Assistant
  rollout_id?: number
}

/**
 * The assistant for a new call with this person: during a rollout, the live one or the canary. A
 * caller who hides the number gets the live one.
 */
export const assignedAssistant = async (
  { assistants, rollouts }: Supplied<'assistants.find' | 'rollouts.admit'>,
  live: Assistant,
  phone_number: string,
): Promise<Assigned> => {
  const { user_id, id, rollout } = live
  if (!rollout || !phone_number.startsWith('+')) return { assistant: live }
  const { arm, counts } = await rollouts.admit(user_id, rollout, placeIn(rollout, phone_number))
  const assistant = arm === 'live' ? live : await assistants.find(user_id, id, rollout.version)
  // The rollout ended meanwhile, or the assistant was deleted.
  if (!assistant || (arm === 'canary' && assistant.version !== rollout.version)) return { assistant: live }
  return counts ? { assistant, rollout_id: rollout.id } : { assistant }
}

import type { Assistant } from '../../domain/assistants/assistant.ts'
import { placeIn } from '../../domain/assistants/rollout.ts'
import type { Supplied } from '../../services.ts'

/** Assistant of a new call, and the rollout that counts it. */
export interface Assigned {
  assistant: Assistant
  rollout_id?: number
}

/**
 * During a rollout: the live assistant or the canary. Callers without a number get the live one.
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
  // The rollout ended or the assistant was deleted meanwhile.
  if (!assistant || (arm === 'canary' && assistant.version !== rollout.version)) return { assistant: live }
  return counts ? { assistant, rollout_id: rollout.id } : { assistant }
}

import type { TestUser, World } from './world.ts'

/** A create request that is complete and valid; tests change what they are about. */
export const assistantDraft = {
  assistant_name: 'Anna',
  voice_id: 1,
  language: 'English',
  llm_model: 'gpt-4.1-mini',
  calls_direction: 'make',
  engine_type: 'pipeline',
  timezone: 'UTC',
  initial_message: 'Hello, this is Anna.',
  system_prompt: 'You are friendly and brief.',
}

/** Makes an outbound assistant through the API; its id. */
export const assistantFor = async (
  world: World,
  user: TestUser,
  more: Record<string, unknown> = {},
): Promise<number> => {
  const { status, body } = await world.api(user.token, 'POST', '/user/assistant', { ...assistantDraft, ...more })
  if (status !== 201) throw new Error(`The assistant was not made: ${JSON.stringify(body)}`)
  return body.data.id
}

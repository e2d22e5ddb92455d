import type { Assistant } from '../../../shared/domain/assistants/assistant.ts'
import { assistantDefaults, noFacts } from '../../../shared/domain/assistants/assistant-changes.ts'

export const anAssistant = (more: Partial<Assistant> = {}): Assistant => ({
  ...assistantDefaults,
  version_facts: noFacts,
  id: 1,
  user_id: 2,
  uuid: '00000000-0000-4000-8000-000000000000',
  name: 'Anna',
  type: 'outbound',
  mode: 'pipeline',
  voice_id: 1,
  language_id: 1,
  llm_model_id: 1,
  timezone: 'UTC',
  initial_message: 'Hello.',
  system_prompt: 'Be brief.',
  post_call_schema: [],
  ...more,
})

import type { ApiReply, TestUser, World } from '../../world.ts'

/** Minimal assistant; 2 is a pipeline voice, 301 a multimodal one. */
export const draft = {
  assistant_name: 'Reception',
  voice_id: 2,
  language: 'English',
  llm_model: 'bedrock/nova-2-lite',
  calls_direction: 'make',
  engine_type: 'pipeline',
  timezone: 'Europe/Berlin',
  initial_message: 'Hello, this is the office.',
  system_prompt: 'You answer the phone.',
}

export const pipelineVoice = 2
export const multimodalVoice = 301

export const assistantsOf = ({ api }: World, { token }: TestUser) => ({
  create: (more: object = {}): Promise<ApiReply> => api(token, 'POST', '/user/assistant', { ...draft, ...more }),
  id: async (more: object = {}): Promise<number> => {
    const { body } = await api(token, 'POST', '/user/assistant', { ...draft, ...more })
    return body.data.id
  },
  update: (id: number, changes: unknown): Promise<ApiReply> => api(token, 'PUT', `/user/assistant/${id}`, changes),
  remove: (id: number): Promise<ApiReply> => api(token, 'DELETE', `/user/assistant/${id}`),
  read: async (id: number) => (await api(token, 'GET', `/user/assistant/${id}`)).body,
})

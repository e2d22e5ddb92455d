/**
 * The account at the realtime double: everybody may know it, because it opens nothing but this
 * machine.
 */
export const doubleRealtimeAccount = {
  apiKey: 'local-openai-key',
  projectId: 'proj_local',
  webhookSecret: `whsec_${Buffer.from('the realtime double of one machine').toString('base64')}`,
}

/** The key is public, because it works only on this machine. */
export const doubleRealtimeAccount = {
  apiKey: 'local-openai-key',
  projectId: 'proj_local',
  webhookSecret: `whsec_${Buffer.from('the realtime double of one machine').toString('base64')}`,
}

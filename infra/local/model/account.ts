/** The key may be public, because only this machine accepts it. */
export const doubleRealtimeAccount = {
  apiKey: 'local-openai-key',
  projectId: 'proj_local',
  webhookSecret: `whsec_${Buffer.from('the realtime double of one machine').toString('base64')}`,
}

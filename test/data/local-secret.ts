export const localSecret = { secrets: { read: async () => ({}) }, stage: { isLocal: true } }

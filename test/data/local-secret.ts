/** The secret that hashes numbers on one machine. */
export const localSecret = { secrets: { read: async () => ({}) }, stage: { isLocal: true } }

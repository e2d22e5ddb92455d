/**
 * Notices to a callee before the conversation: that an AI is calling, and that the call is
 * recorded.
 */
export const notices = ['ai', 'recording'] as const
export type Notice = (typeof notices)[number]

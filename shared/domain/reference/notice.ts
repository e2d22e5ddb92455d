/** An AI is calling; the call is recorded. */
export const notices = ['ai', 'recording'] as const
export type Notice = (typeof notices)[number]

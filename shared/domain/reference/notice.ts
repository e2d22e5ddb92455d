export const notices = ['ai', 'recording'] as const
export type Notice = (typeof notices)[number]

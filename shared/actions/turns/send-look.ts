import { lookAfterSeconds, lookOf } from '../../domain/conversations/looks.ts'
import type { Talk } from '../../domain/conversations/talk.ts'
import type { Supplied } from '../../services.ts'

export const sendLook = async (
  { watchSilenceQueue }: Supplied<'watchSilenceQueue.nudge'>,
  talk: Talk,
  now: number,
): Promise<void> => {
  const nudges = lookAfterSeconds(talk, now).map((seconds) => watchSilenceQueue.nudge(lookOf(talk), seconds))
  await Promise.all(nudges)
}

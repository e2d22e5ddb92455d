import { checkDelaySeconds, checkRefOf } from '../../domain/conversations/silence-checks.ts'
import type { Talk } from '../../domain/conversations/talk.ts'
import type { Dependencies } from '../../services.ts'

export const sendSilenceCheck = async (
  { watchSilenceQueue }: Dependencies<'watchSilenceQueue.nudge'>,
  talk: Talk,
  now: number,
): Promise<void> => {
  const nudges = checkDelaySeconds(talk, now).map((seconds) => watchSilenceQueue.nudge(checkRefOf(talk), seconds))
  await Promise.all(nudges)
}

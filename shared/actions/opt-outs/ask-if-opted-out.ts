import { type Hinted, judgeAfterSeconds } from '../../domain/opt-outs/opt-out-question.ts'
import type { Dependencies } from '../../services.ts'

export type AskServices = Dependencies<'clock' | 'judgeOptOutQueue.nudge' | 'optOutQuestions.ask'>

/**
 * Asks a model whether the person opted out. Queues the question several times, because a worker
 * may crash.
 */
export const askIfOptedOut = async (
  { clock, judgeOptOutQueue, optOutQuestions }: AskServices,
  hinted: Hinted,
): Promise<void> => {
  const ref = await optOutQuestions.ask(hinted, clock.now())
  if (ref) await Promise.all(judgeAfterSeconds.map((seconds) => judgeOptOutQueue.nudge(ref, seconds)))
}

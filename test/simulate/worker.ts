import { campaignDays, liveThrough } from './campaign-days.ts'

/** Result of a seed. */
export interface Outcome {
  seed: string
  days: number
  calls: number
  /** The broken promise, if any. */
  broken?: string
}

/** A process of its own for one seed after another; it ends when it is told no more. */
process.on('message', async (seed: string) => {
  const outcome = await liveThrough(seed).catch((cause: Error) => ({ calls: 0, broken: cause.stack }))
  process.send?.({ seed, days: campaignDays, ...outcome } satisfies Outcome)
})

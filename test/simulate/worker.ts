import { campaignDays, liveThrough } from './campaign-days.ts'

export interface SeedOutcome {
  seed: string
  days: number
  calls: number
  broken?: string
}

process.on('message', async (seed: string) => {
  const outcome = await liveThrough(seed).catch((cause: Error) => ({ calls: 0, broken: cause.stack }))
  process.send?.({ seed, days: campaignDays, ...outcome } satisfies SeedOutcome)
})

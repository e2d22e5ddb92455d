import { afterEach } from 'vitest'
import { openDice } from './dice.ts'
import { openFigures } from './figures.ts'
import type { FunctionSettings } from './functions.ts'
import { type Quotas, quotas } from './quotas.ts'
import { type LoadTime, openTime } from './time.ts'

/** Opens virtual time, random numbers, figures and quotas, to test one rule of AWS. */
export const openRules = (given: Partial<Quotas> = {}) => {
  const time = openTime(Date.UTC(2026, 10, 25, 10))
  opened.push(time)
  return { time, dice: openDice('rules'), figures: openFigures(time.now), quotas: { ...quotas, ...given } }
}
export type LoadRules = ReturnType<typeof openRules>

const opened: LoadTime[] = []
export const useRules = () =>
  afterEach(() => {
    for (const time of opened.splice(0).toReversed()) time.close()
  })

export const workOf = (time: LoadTime, ms: number, answer?: unknown): FunctionSettings => ({
  id: 'work',
  timeoutMs: 60_000,
  memoryMegabytes: 512,
  loadsModel: false,
  create: () => ({ invoke: () => time.sleep(ms).then(() => answer), kill: () => {}, follow: () => {} }),
})

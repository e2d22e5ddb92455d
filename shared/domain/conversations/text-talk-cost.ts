import type { Micros } from '../../words/money.ts'

/** Held per turn: 0.05. */
export const turnCostMax: Micros = 50_000

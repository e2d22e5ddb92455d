import type { Micros } from '../../words/money.ts'

/** Cost that is held for each turn: 0.05. */
export const turnCostMax: Micros = 50_000

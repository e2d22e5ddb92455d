import type { Micros } from '../../words/money.ts'

/** Money held for each turn: 0.05 in the account currency. */
export const turnCostMax: Micros = 50_000

import type { Micros } from '../../words/money.ts'

/** Cost held for each turn: 0.05 in the account currency. */
export const turnCostMax: Micros = 50_000

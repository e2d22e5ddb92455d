import type { Micros } from '../../words/money.ts'

/** Model cost reserved per text turn: 0.05. */
export const turnCostMax: Micros = 50_000

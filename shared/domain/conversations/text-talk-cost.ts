import type { Micros } from '../../words/money.ts'

/**
 * Cost of models that one turn in text may have, and that is reserved while it is under way: 0.05.
 */
export const turnCostMax: Micros = 50_000

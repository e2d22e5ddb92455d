import type { Micros } from '../money.ts'
import type { Call } from './call.ts'

export interface CallCost {
  carrier_cost: Micros
  total_cost: Micros
}

/** What a call costs: every started minute the carrier's price and our fee; nothing when it was never answered. */
export const callCost = (call: Call, answered: boolean): CallCost => {
  const minutes = answered ? Math.ceil(call.duration / 60) : 0
  return {
    carrier_cost: minutes * call.carrier_minute,
    total_cost: minutes * (call.carrier_minute + call.platform_minute),
  }
}

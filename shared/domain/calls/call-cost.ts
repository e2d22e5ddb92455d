import type { Micros } from '../../words/money.ts'
import type { Call } from './call.ts'

export interface CallCost {
  carrier_cost: Micros
  total_cost: Micros
}

export const minutePriceOf = ({ carrier_minute, platform_minute, transcription_minute }: Call): Micros =>
  carrier_minute + platform_minute + transcription_minute

export const callCost = (call: Call, answered: boolean): CallCost => {
  const minutes = answered ? Math.ceil(call.duration / 60) : 0
  return {
    carrier_cost: minutes * call.carrier_minute,
    total_cost: minutes * minutePriceOf(call),
  }
}

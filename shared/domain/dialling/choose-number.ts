import { countryOf } from '../../words/phone.ts'
import type { OwnedNumber } from '../account/number.ts'
import type { Contact, Lead } from '../leads/lead.ts'
import { areaCodeOf, statesOf } from '../places/place.ts'
import { freeNumbers, type NumberPool, type PoolNumber } from './number-pool.ts'

interface Callee {
  lead: Pick<Lead, 'caller_number_id'>
  contact: Pick<Contact, 'phone_number' | 'region'>
}

/** Chooses the number for a call. Undefined when `poolHindrance` gives a reason. */
export const chooseNumber = (pool: NumberPool, now: number, callee: Callee): PoolNumber | undefined =>
  fewestCalls(suiting(pool, freeNumbers(pool, now), callee))

const fewestCalls = (numbers: readonly PoolNumber[]): PoolNumber | undefined =>
  numbers.toSorted((one, other) => one.calls_today - other.calls_today)[0]

const suiting = (
  { caller_id_strategy }: NumberPool,
  free: readonly PoolNumber[],
  { lead, contact }: Callee,
): readonly PoolNumber[] => {
  switch (caller_id_strategy) {
    case 'rotate':
      return free
    case 'sticky': {
      const own = free.filter(({ number }) => number.id === lead.caller_number_id)
      return own.length > 0 ? own : free
    }
    case 'local':
      return nearest(free, contact)
  }
}

/** Prefers numbers with the callee's area code, then the state, then the country. */
const nearest = (
  free: readonly PoolNumber[],
  { phone_number, region }: Pick<Contact, 'phone_number' | 'region'>,
): readonly PoolNumber[] => {
  const area = areaCodeOf(phone_number)
  const states = region?.includes('-') ? [region] : statesOf(phone_number)
  const country = countryOf(phone_number)
  const levels: ((number: OwnedNumber) => boolean)[] = [
    (number) => area !== undefined && areaCodeOf(number.phone_number) === area,
    (number) => statesOf(number.phone_number).some((state) => states.includes(state)),
    (number) => country !== undefined && countryOf(number.phone_number) === country,
  ]
  for (const isNear of levels) {
    const near = free.filter(({ number }) => isNear(number))
    if (near.length > 0) return near
  }
  return free
}

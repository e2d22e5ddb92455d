import type { OwnedNumber } from '../account/number.ts'
import type { Contact, Lead } from '../leads/lead.ts'
import { areaCodeOf, countryOfRegion, placeOf, statesOf } from '../places/place.ts'
import { freeNumbers, type NumberPool, type PoolNumber } from './number-pool.ts'

interface Callee {
  lead: Pick<Lead, 'caller_number_id'>
  contact: Pick<Contact, 'phone_number' | 'region'>
}

/** Returns undefined if no number is free; `poolBlocker` then gives the reason. */
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

/**
 * Returns the numbers nearest to the callee: with the same area code, or else state, or else
 * country.
 */
const nearest = (
  free: readonly PoolNumber[],
  { phone_number, region }: Pick<Contact, 'phone_number' | 'region'>,
): readonly PoolNumber[] => {
  const own = localityOf(phone_number)
  const states = region?.includes('-') ? [region] : own.states
  const countries = region === undefined ? own.countries : [countryOfRegion(region)]
  const levels: ((number: Locality) => boolean)[] = [
    ({ area }) => area !== undefined && area === own.area,
    (number) => number.states.some((state) => states.includes(state)),
    (number) => number.countries.some((country) => countries.includes(country)),
  ]
  for (const isNear of levels) {
    const near = free.filter(({ number }) => isNear(knownLocality(number)))
    if (near.length > 0) return near
  }
  return free
}

interface Locality {
  area: string | undefined
  states: readonly string[]
  countries: readonly string[]
}

const localityOf = (phone_number: string): Locality => ({
  area: areaCodeOf(phone_number),
  states: statesOf(phone_number),
  countries: placeOf(phone_number).regions.filter((region) => region === countryOfRegion(region)),
})

const localities = new WeakMap<OwnedNumber, Locality>()

/** Remembers localities, because a dialler compares each lead with up to 50 numbers. */
const knownLocality = (number: OwnedNumber): Locality => {
  const known = localities.get(number) ?? localityOf(number.phone_number)
  localities.set(number, known)
  return known
}

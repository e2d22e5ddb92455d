import { familyOf, type Lead } from '../../domain/leads/lead.ts'
import { leadNumberKey } from '../../table/keys.ts'
import { isNew, type Write, when } from '../../table/table.ts'

/** Change to the item that counts a campaign's leads with a phone number, to prevent duplicates. */
export interface NumberMove {
  phone_number: string
  isNewcomer: boolean
  write: Write
}

export const newNumbers = (lead: Lead, anyNumber: boolean): NumberMove[] =>
  arrivals(lead, countNumbers(lead), anyNumber)

/**
 * Returns the changes to the counts of leads per number. `seen`: stored counts. For a number
 * without a stored count, assumes that only the lead `before` has the number.
 */
export const numberMoves = (before: Lead, after: Lead | undefined, seen: ReadonlyMap<string, number>): NumberMove[] => {
  const staying = after?.deleted_at === undefined ? after : undefined
  const moved = staying?.campaign_id !== before.campaign_id
  const [had, has] = [countNumbers(before), countNumbers(staying)]
  const excess = (all: Map<string, number>, others: Map<string, number>) =>
    [...all]
      .map(([number, count]): [string, number] => [number, count - (moved ? 0 : (others.get(number) ?? 0))])
      .filter(([, count]) => count > 0)

  const departures = excess(had, has).map(([phone_number, count]): NumberMove => {
    const key = leadNumberKey(before.user_id, before.campaign_id, phone_number)
    const known = seen.get(phone_number) ?? count
    const unchanged = when('#count = :known', { known })
    const write: Write =
      known > count ? { update: key, add: { count: -count }, when: unchanged } : { delete: key, when: unchanged }
    return { phone_number, isNewcomer: false, write }
  })
  return [...departures, ...(staying ? arrivals(staying, new Map(excess(has, had)), false) : [])]
}

export const duplicateIds = (lead: Lead, moves: NumberMove[], before: unknown[]): number[] => {
  const taken = moves.filter(({ isNewcomer }, index) => isNewcomer && before[index]).map((move) => move.phone_number)
  return familyOf(lead).flatMap(({ id, phone_number }) => (taken.includes(phone_number) ? [id] : []))
}

export const countNumbers = (lead: Lead | undefined): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const { phone_number } of lead ? familyOf(lead) : [])
    counts.set(phone_number, (counts.get(phone_number) ?? 0) + 1)
  return counts
}

const arrivals = ({ user_id, campaign_id }: Lead, counts: Map<string, number>, anyNumber: boolean): NumberMove[] =>
  [...counts].map(([phone_number, count]) => {
    const key = leadNumberKey(user_id, campaign_id, phone_number)
    return {
      phone_number,
      isNewcomer: true,
      write: anyNumber ? { update: key, add: { count } } : { put: { ...key, count }, when: isNew },
    }
  })

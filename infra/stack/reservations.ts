import type { Operation } from '../../shared/operations/define.ts'

/** Lowest reservation: 4 functions per callback. */
export const reservedConcurrencyMin = 220

/** Lambda's minimum of unreserved functions. */
export const unreservedMin = 100

/**
 * Gives each worker at most its `concurrencyMax`, because a reservation is also a limit; the
 * operation with the largest share gets the rest.
 */
export const reservationsOf = (
  operations: readonly Operation[],
  total: number | undefined,
): ReadonlyMap<string, number> => {
  const [largest, ...others] = operations
    .filter(({ reservedShare }) => reservedShare > 0)
    .toSorted((one, other) => other.reservedShare - one.reservedShare)
  if (total === undefined || !largest) return new Map()
  const sum = [largest, ...others].reduce((all, { reservedShare }) => all + reservedShare, 0)
  const reserved = new Map<string, number>()
  for (const operation of others) {
    const share = Math.floor((total * operation.reservedShare) / sum)
    reserved.set(operation.id, operation.kind === 'worker' ? Math.min(operation.concurrencyMax, share) : share)
  }
  const taken = [...reserved.values()].reduce((all, count) => all + count, 0)
  return reserved.set(largest.id, total - taken)
}

import type { Operation } from '../../shared/operations/define.ts'

/** Lowest total reservation, so that each callback gets 4 concurrent executions. */
export const reservedConcurrencyMin = 220

/** Lambda's minimum of concurrent executions that stay unreserved. */
export const unreservedMin = 100

/**
 * Divides the total among operations in proportion to `reservedShare`. A worker gets at most its
 * `concurrencyMax`, because a reservation is also a limit. The operation with the largest share
 * gets the remainder.
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

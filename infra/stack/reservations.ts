import type { Operation } from '../../shared/operations/define.ts'

/** The least that a stage can reserve. Every callback then has at least 4 functions. */
export const reservedConcurrencyMin = 220

/** Lambda keeps at least this many functions of an account unreserved. */
export const unreservedMin = 100

/**
 * Functions reserved for each operation, by id. Lambda also runs no more of a function than are
 * reserved for it. A worker therefore gets at most its `concurrencyMax`, and the largest share gets
 * what the others leave.
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

import { isForCallsOnly } from '../../domain/account/blacklist-entry.ts'
import { type ErasedOptOut, numberHash, revivedEntry } from '../../domain/account/erased-opt-out.ts'
import { erasedOptOutKey, erasedOptOutsKey, type StoredKey } from '../../table/keys.ts'
import { type HashParts, hashSecret } from '../account/hash-secret.ts'

/** `check`: hash that shows whether the hash key has changed. */
export interface Marker {
  check: string
}

/**
 * Opt-outs of erased people, as hashes. An erasure stores the hash long before it removes the
 * entry, so each read finds one of the two.
 */
export const erasedOptOuts = (parts: HashParts) => {
  const { table } = parts
  const secretOf = () => hashSecret(parts)
  const checkOf = (secret: string, user_id: number) => numberHash(secret, user_id, 'check')

  /**
   * Returns the hash key. Throws if the key has changed, because stored opt-outs would no longer
   * match.
   */
  const secretFor = async (user_id: number, marker: Marker | undefined): Promise<string | undefined> => {
    if (!marker) return undefined
    const secret = await secretOf()
    if (marker.check !== checkOf(secret, user_id))
      throw new Error('The key in the secret TOOLS is not the one that hashed the opt-outs of erased people')
    return secret
  }

  const hashesOf = async (user_id: number, numbers: readonly string[], marker: Marker | undefined) => {
    const secret = numbers.length === 0 ? undefined : await secretFor(user_id, marker)
    return new Map(secret === undefined ? [] : numbers.map((number) => [number, numberHash(secret, user_id, number)]))
  }

  const hashed = async (user_id: number, number: string) =>
    erasedOptOutKey(user_id, numberHash(await secretOf(), user_id, number))

  return {
    keyOf: hashed,
    markerKey: erasedOptOutsKey,

    marker: async (user_id: number): Promise<StoredKey & Marker> => ({
      ...erasedOptOutsKey(user_id),
      check: checkOf(await secretOf(), user_id),
    }),

    find: async (user_id: number, number: string): Promise<(ErasedOptOut & StoredKey) | undefined> => {
      const secret = await secretFor(user_id, await table.get<Marker>(erasedOptOutsKey(user_id)))
      return secret === undefined
        ? undefined
        : table.get<ErasedOptOut & StoredKey>(erasedOptOutKey(user_id, numberHash(secret, user_id, number)))
    },

    hashOf: async (user_id: number, number: string) => numberHash(await secretOf(), user_id, number),
    hashesOf,

    among: async (user_id: number, numbers: readonly string[], marker: Marker | undefined): Promise<string[]> => {
      const keyOf = await hashesOf(user_id, numbers, marker)
      if (keyOf.size === 0) return []
      const hashes = [...new Set(keyOf.values())]
      const found = await table.getMany(hashes.map((hash) => erasedOptOutKey(user_id, hash)))
      const known = new Set(hashes.filter((_, index) => found[index] !== undefined))
      return numbers.filter((number) => known.has(keyOf.get(number) ?? ''))
    },
  }
}

export const allowsTexts = (optOut: ErasedOptOut): boolean =>
  isForCallsOnly(revivedEntry(optOut, { id: 0, user_id: 0, phone_number: '' }))

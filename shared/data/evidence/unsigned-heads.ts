import type { UnsignedHead } from '../../domain/evidence/signed-head.ts'
import { type StoredKey, unsignedHeadKey } from '../../table/keys.ts'
import { type Table, type Write, when } from '../../table/table.ts'

/** Chain ends (heads) that wait for a signature; the signer reads only these. */
export interface UnsignedHeads {
  /** Empty after the last page. */
  page(after?: UnsignedHead): Promise<UnsignedHead[]>
  /** No effect on a chain that has grown. */
  signed(head: UnsignedHead): Promise<void>
}

const pageMax = 100

export const unsignedHeadWrite = (head: UnsignedHead): Write => ({
  put: { ...unsignedHeadKey(head.user_id, head.chain), ...head },
})

export const findUnsignedHead = (table: Table, user_id: number, chain: number) =>
  table.get<UnsignedHead>(unsignedHeadKey(user_id, chain))

export const unsignedHeads = ({ table }: { table: Table }): UnsignedHeads => ({
  page: async (after) => {
    const last = after && unsignedHeadKey(after.user_id, after.chain).sk
    const range = { pk: unsignedHeadKey(0, 0).pk, from: last, limit: pageMax + 1 }
    const stored = await table.query<UnsignedHead & StoredKey>(range)
    return stored
      .filter(({ sk }) => sk !== last)
      .slice(0, pageMax)
      .map(({ user_id, chain, seq, moved_at }) => ({ user_id, chain, seq, moved_at }))
  },

  signed: async ({ user_id, chain, seq }) => {
    await table.write([{ delete: unsignedHeadKey(user_id, chain), when: when('#seq = :seq', { seq }) }])
  },
})

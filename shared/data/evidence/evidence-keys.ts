import type { EvidenceKey } from '../../domain/evidence/signature.ts'
import { evidenceSigningKey, type StoredKey } from '../../table/keys.ts'
import { isNew, type Table } from '../../table/table.ts'

/** All public keys of this stage, so that old signatures stay verifiable. */
export interface EvidenceKeys {
  keep(key: EvidenceKey, now: number): Promise<void>
  list(): Promise<(EvidenceKey & { since: number })[]>
}

export const evidenceKeys = ({ table }: { table: Table }): EvidenceKeys => ({
  keep: async (key, now) => {
    await table.write([{ put: { ...evidenceSigningKey(key.key_id), ...key, since: now }, when: isNew }])
  },
  list: async () => {
    const stored = await table.query<EvidenceKey & StoredKey & { since: number }>({ pk: evidenceSigningKey('').pk })
    return stored.map(({ key_id, algorithm, public_key, since }) => ({ key_id, algorithm, public_key, since }))
  },
})

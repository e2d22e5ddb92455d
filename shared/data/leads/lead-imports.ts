import { leadImportKey } from '../../table/keys.ts'
import { isNew, type Table } from '../../table/table.ts'

/** How far the import of one file into one campaign has come. */
export interface LeadImport {
  /**
   * The ids of all rows of the chunk under way follow from it, so that a row is never imported twice: it is what the first row of the file
   * would have if all rows had ids one after the other. It moves on with each chunk, whose rows so have ids of their own time.
   */
  first_id: number
  /** Rows that are dealt with, and what became of them. */
  rows: number
  imported: number
  rejected: number
  /** Rows of the chunk under way whose own ids were taken, by their places, and how many other ids were tried since. */
  others?: Record<string, number>
}

export interface LeadImports {
  /** Begins, or goes on where an interrupted import of the same file (its SHA-256) was. */
  begin(user_id: number, campaign_id: number, file_hash: string, first_id: number): Promise<LeadImport>
  keep(user_id: number, campaign_id: number, file_hash: string, progress: LeadImport): Promise<void>
  /** The file is done with; to import it again would be another import. */
  finish(user_id: number, campaign_id: number, file_hash: string): Promise<void>
}

export const leadImports = ({ table }: { table: Table }): LeadImports => ({
  begin: async (user_id, campaign_id, file_hash, first_id) => {
    const fresh: LeadImport = { first_id, rows: 0, imported: 0, rejected: 0 }
    const key = leadImportKey(user_id, campaign_id, file_hash)
    const written = await table.write<LeadImport>([{ put: { ...key, ...fresh }, when: isNew }])
    return written.done ? fresh : (written.before[0] ?? fresh)
  },
  keep: async (user_id, campaign_id, file_hash, progress) => {
    await table.write([{ put: { ...leadImportKey(user_id, campaign_id, file_hash), ...progress } }])
  },
  finish: async (user_id, campaign_id, file_hash) => {
    await table.write([{ delete: leadImportKey(user_id, campaign_id, file_hash) }])
  },
})

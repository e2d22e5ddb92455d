import type { Call } from '../domain/calls/call.ts'
import { deliveryWrites } from './deliveries.ts'
import { leadClosingWrites } from './leads/lead-closing.ts'
import type { Table, Write } from './table.ts'

/**
 * What else is written in the one transaction that closes a call. Each noun that a call's end changes adds its writes here, under
 * conditions of its own; when one of them does not hold, everything is read again and tried again.
 */
export const closingWrites = async (table: Table, call: Call): Promise<Write[]> =>
  (await Promise.all([deliveryWrites(table, call), leadClosingWrites(table, call)])).flat()

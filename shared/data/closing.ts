import type { Call } from '../domain/call.ts'
import type { Table, Write } from './table.ts'

/**
 * What else is written in the one transaction that closes a call. Each noun that a call's end changes adds its writes here, under
 * conditions of its own; when one of them does not hold, everything is read again and tried again.
 */
export const closingWrites = async (_table: Table, _call: Call): Promise<Write[]> => []

import { fileOf, type Operation } from '../../shared/operations/define.ts'
import type { FunctionEntry } from '../../shared/runtime/entry.ts'

export type AnyEntry = FunctionEntry<Operation, unknown, unknown>

export const loadEntries = (operations: readonly Operation[]): Promise<Map<string, AnyEntry>> =>
  Promise.all(operations.map(async (operation) => [operation.id, await loadEntry(operation)] as const)).then(
    (entries) => new Map(entries),
  )

const loadEntry = async (operation: Operation): Promise<AnyEntry> => {
  const { handler }: { handler?: AnyEntry } = await import(/* @vite-ignore */ `../../${fileOf(operation)}`)
  if (handler?.operation !== operation)
    throw new Error(`${fileOf(operation)} does not export the handler of ${operation.id}`)
  return handler
}

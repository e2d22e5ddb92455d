import type { Write } from '../shared/data/table.ts'
import type { Operation } from '../shared/operations/define.ts'
import type { Parts } from '../shared/runtime/wiring.ts'
import { addresses, needsOf, type TableAction } from './grants.ts'

/**
 * Parts that refuse an operation what AWS would refuse its function: actions that its role does not hold, secrets and
 * addresses that its environment does not name. A gap in grants.ts shows in a test, and not in production.
 */
export const restricted = (operation: Operation, parts: Parts): Parts => {
  const needs = needsOf(operation)
  const demand = (granted: readonly string[], wanted: string, where: string) => {
    if (!granted.includes(wanted)) throw new Error(`AccessDenied: ${operation.id} may not ${wanted} ${where}`)
  }
  const { table, secrets, settings } = parts
  const foreign = addresses.filter((name) => !needs.addresses.includes(name))
  return {
    ...parts,
    table: {
      get: async (...request) => {
        demand(needs.table, 'GetItem', 'on the table')
        return table.get(...request)
      },
      getMany: async (...request) => {
        demand(needs.table, 'BatchGetItem', 'on the table')
        return table.getMany(...request)
      },
      query: async (range) => {
        if (range.index) demand(needs.dueIndex, 'Query', 'on the index')
        else demand(needs.table, 'Query', 'on the table')
        return table.query(range)
      },
      write: async (writes) => {
        for (const write of writes) demand(needs.table, actionOf(write), 'on the table')
        return table.write(writes)
      },
    },
    secrets: {
      read: async (name) => {
        demand(needs.secrets, name, 'among the secrets')
        return secrets.read(name)
      },
    },
    settings: {
      ...settings,
      get: (name) => (foreign.some((address) => address === name) ? undefined : settings.get(name)),
      required: (name) => {
        if (foreign.some((address) => address === name)) throw new Error(`The environment lacks ${name}`)
        return settings.required(name)
      },
    },
  }
}

const actionOf = (write: Write): TableAction => {
  if ('put' in write) return 'PutItem'
  if ('update' in write) return 'UpdateItem'
  return 'delete' in write ? 'DeleteItem' : 'ConditionCheckItem'
}

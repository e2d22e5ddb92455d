import type { Range, Write } from '../shared/data/table.ts'
import type { Operation } from '../shared/operations/define.ts'
import type { Parts } from '../shared/runtime/wiring.ts'
import { addresses, needsOf, type TableAction } from './grants.ts'

/**
 * Parts that refuse an operation what AWS would refuse its function: actions that its role does not hold, secrets and
 * addresses that its environment does not name. A gap in grants.ts shows in a test, and not in production.
 */
export const restricted = (operation: Operation, parts: Parts): Parts => {
  const needs = needsOf(operation)
  const demand = (granted: readonly string[], wanted: string, what = wanted) => {
    if (!granted.includes(wanted)) throw new Error(`AccessDenied: ${operation.id} may not ${what}`)
  }
  const demandQuery = ({ index }: Range) =>
    index ? demand(needs.indexes, index.name, `Query the index ${index.name}`) : demand(needs.table, 'Query')
  const { table, secrets, settings } = parts
  const unknown: readonly string[] = addresses.filter((name) => !needs.addresses.includes(name))
  return {
    ...parts,
    table: {
      get: async (...request) => {
        demand(needs.table, 'GetItem')
        return table.get(...request)
      },
      getMany: async (...request) => {
        demand(needs.table, 'BatchGetItem')
        return table.getMany(...request)
      },
      query: async (range) => {
        demandQuery(range)
        return table.query(range)
      },
      count: async (range) => {
        demandQuery(range)
        return table.count(range)
      },
      write: async (writes) => {
        for (const write of writes) demand(needs.table, actionOf(write))
        return table.write(writes)
      },
    },
    secrets: {
      read: async (name) => {
        demand(needs.secrets, name, `read the secret ${name}`)
        return secrets.read(name)
      },
    },
    settings: {
      ...settings,
      get: (name) => (unknown.includes(name) ? undefined : settings.get(name)),
      required: (name) => {
        if (unknown.includes(name)) throw new Error(`The environment lacks ${name}`)
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

import type { Operation } from '../../shared/operations/define.ts'
import { queueSetting } from '../../shared/providers/aws/queue.ts'
import { functionAt, talkFunctionsSetting } from '../../shared/providers/aws/talk-functions.ts'
import type { Parts } from '../../shared/runtime/parts.ts'
import type { Range, Write } from '../../shared/table/table.ts'
import { addresses, chosenSettings, type Needs, needsOf, type TableAction } from './grants.ts'

export type OnPermission = (operation: Operation, permission: string) => void

/**
 * Makes local functions fail where AWS would deny access, so tests find permissions that grants.ts
 * lacks.
 */
export const restricted = (operation: Operation, parts: Parts, onPermission: OnPermission = () => {}): Parts => {
  const granted = grantedTo(operation)
  const demand = (permission: string) => {
    if (!granted.includes(permission)) throw new Error(`AccessDenied: ${operation.id} may not ${permission}`)
    onPermission(operation, permission)
  }
  const demandQuery = ({ index }: Range) => demand(index ? queryOf(index.name) : 'Query')
  /**
   * True for a setting that the function may not read. Settings that no grant names are open to
   * every function.
   */
  const lacks = (setting: string) => {
    if (!isGranted(setting)) return false
    if (granted.includes(setting)) onPermission(operation, setting)
    return !granted.includes(setting)
  }
  const { table, secrets, settings, fetch: send } = parts
  return {
    ...parts,
    table: {
      get: async (...request) => {
        demand('GetItem')
        return table.get(...request)
      },
      getMany: async (...request) => {
        demand('BatchGetItem')
        return table.getMany(...request)
      },
      putMany: async (items) => {
        demand('BatchWriteItem')
        return table.putMany(items)
      },
      query: async (range) => {
        demandQuery(range)
        return table.query(range)
      },
      count: async (range) => {
        demandQuery(range)
        return table.count(range)
      },
      write: async (writes, how) => {
        for (const write of writes) demand(actionOf(write))
        return table.write(writes, how)
      },
    },
    secrets: {
      read: async (name) => {
        demand(secretOf(name))
        return secrets.read(name)
      },
    },
    settings: {
      ...settings,
      get: (name) => (lacks(name) ? undefined : settings.get(name)),
      required: (name) => {
        if (lacks(name)) throw new Error(`The environment lacks ${name}`)
        return settings.required(name)
      },
    },
    fetch: async (url, init) => {
      if (String(url).includes('/@connections/')) demand(manageConnections)
      const woken = functionAt(String(url))
      if (woken) demand(wakeOf(woken))
      return send(url, init)
    },
  }
}

const grantedTo = (operation: Operation): readonly string[] => {
  const found = known.get(operation) ?? permissionsOf(needsOf(operation))
  known.set(operation, found)
  return found
}

const known = new WeakMap<Operation, readonly string[]>()

export const permissionsOf = (needs: Needs): string[] => [
  ...needs.table,
  ...needs.indexes.map(queryOf),
  ...needs.secrets.map(secretOf),
  ...needs.queues.map(queueSetting),
  ...needs.addresses,
  ...needs.settings,
  ...(needs.manageConnections ? [manageConnections] : []),
  ...(needs.wakes.length ? [talkFunctionsSetting] : []),
  ...needs.wakes.map(wakeOf),
]

const queryOf = (index: string) => `Query the index ${index}`
const secretOf = (name: string) => `read the secret ${name}`
const manageConnections = 'ManageConnections'
const wakeOf = (id: string) => `wake ${id}`
const isGranted = (setting: string) =>
  setting.endsWith('_QUEUE_URL') ||
  setting === talkFunctionsSetting ||
  [...addresses, ...chosenSettings].some((name) => name === setting)

const actionOf = (write: Write): TableAction => {
  if ('put' in write) return 'PutItem'
  if ('update' in write) return 'UpdateItem'
  return 'delete' in write ? 'DeleteItem' : 'ConditionCheckItem'
}

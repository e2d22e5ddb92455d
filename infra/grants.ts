import type { Operation } from '../shared/operations/define.ts'
import type { Free, Granted, GrantedUse, Use } from '../shared/services.ts'
import { usesOf } from './uses.ts'

/**
 * What each method of a service needs in AWS, and nothing more. A method that is missing here does not compile; one that
 * begins to do something else must change its line. A transaction needs what its writes need, each by itself:
 * PutItem, UpdateItem, DeleteItem, ConditionCheckItem.
 */
const grants: Record<Exclude<GrantedUse, QueueUse>, Grant> = {
  'assistants.change': { table: ['GetItem', 'UpdateItem'] },
  'assistants.create': { table: ['PutItem', 'UpdateItem'] },
  'assistants.find': { table: ['GetItem'] },
  'assistants.list': { table: ['Query'] },
  'assistants.remove': { table: ['DeleteItem', 'GetItem', 'UpdateItem'] },
  'assistants.replace': { table: ['UpdateItem'] },
  'callbacks.isGenuine': { secret: 'CARRIER', addresses: ['PUBLIC_URL'] },
  'callbacks.socketUrl': { addresses: ['PUBLIC_URL', 'SOCKET_URL'] },
  'callbacks.url': { addresses: ['PUBLIC_URL'] },
  'calls.apply': { table: ['GetItem', 'PutItem'] },
  'calls.charge': { table: ['GetItem', 'PutItem', 'UpdateItem'] },
  'calls.claimDial': { table: ['GetItem', 'PutItem'] },
  'calls.details': { table: ['BatchGetItem'] },
  'calls.find': { table: ['GetItem'] },
  'calls.note': { table: ['GetItem', 'PutItem'] },
  'calls.open': { table: ['PutItem'] },
  'calls.page': { table: ['Query'] },
  'calls.remove': { table: ['DeleteItem'] },
  'carrier.endCall': { secret: 'CARRIER' },
  'carrier.fetchCall': { secret: 'CARRIER' },
  'carrier.lookUpCall': { secret: 'CARRIER' },
  'carrier.placeCall': { secret: 'CARRIER', addresses: ['PUBLIC_URL'] },
  'deadlines.past': { dueIndex: ['Query'] },
  'idempotency.begin': { table: ['PutItem', 'UpdateItem'] },
  'idempotency.finish': { table: ['UpdateItem'] },
  'idempotency.forget': { table: ['DeleteItem'] },
  'ledger.balance': { table: ['GetItem'] },
  'ledger.move': { table: ['GetItem', 'PutItem', 'UpdateItem'] },
  'numbers.create': { table: ['PutItem'] },
  'numbers.find': { table: ['GetItem'] },
  'numbers.list': { table: ['Query'] },
  'numbers.ownerOf': { table: ['GetItem'] },
  'tokens.create': { table: ['PutItem'] },
  'tokens.find': { table: ['GetItem'] },
  'tokens.list': { table: ['Query'] },
  'tokens.revoke': { table: ['UpdateItem'] },
  'users.create': { table: ['PutItem'] },
  'users.find': { table: ['GetItem'] },
  'users.list': { table: ['Query'] },
  'voices.create': { table: ['PutItem'] },
  'voices.find': { table: ['GetItem'] },
  'voices.list': { table: ['Query'] },
  'webhookSecrets.current': { table: ['GetItem'] },
  'webhookSecrets.ensure': { table: ['GetItem', 'PutItem'] },
  'webhookSecrets.rotate': { table: ['GetItem', 'PutItem'] },
}

/** The actions of DynamoDB that our table knows how to ask for. */
export type TableAction =
  | 'BatchGetItem'
  | 'ConditionCheckItem'
  | 'DeleteItem'
  | 'GetItem'
  | 'PutItem'
  | 'Query'
  | 'UpdateItem'

/** The setting that says where a secret is continues with `_SECRET_ARN`. */
export type SecretName = 'CARRIER'

/** Settings that hold an address of our own: where requests and callbacks arrive, and where conversations do. */
export const addresses = ['PUBLIC_URL', 'SOCKET_URL'] as const
export type Address = (typeof addresses)[number]

interface Grant {
  /** Actions on the table itself. */
  table?: readonly TableAction[]
  /** Actions on its index of deadlines. */
  dueIndex?: readonly 'Query'[]
  secret?: SecretName
  /** Where the world reaches us. */
  addresses?: readonly Address[]
}

type QueueName = Extract<keyof Granted, `${string}Queue`>
type QueueUse = Extract<GrantedUse, `${QueueName}.${string}`>

/** What the function of an operation needs, all its uses taken together; every list is sorted. */
export interface Needs {
  table: string[]
  dueIndex: string[]
  secrets: SecretName[]
  addresses: Address[]
  /** The queues it sends to, by service name. */
  queues: string[]
}

export const needsOf = (operation: Operation): Needs => {
  const uses = usesOf(operation)
  const granted = uses.flatMap((use) => (isFree(use) || isQueueUse(use) ? [] : [grants[use]]))
  return {
    table: sorted(granted.flatMap(({ table = [] }) => table)),
    dueIndex: sorted(granted.flatMap(({ dueIndex = [] }) => dueIndex)),
    secrets: sorted(granted.flatMap(({ secret }) => secret ?? [])),
    addresses: sorted(granted.flatMap((grant) => grant.addresses ?? [])),
    queues: sorted(uses.filter(isQueueUse).map(serviceOf)),
  }
}

/** The service that a use speaks of: `calls.find` → `calls`. */
export const serviceOf = (use: Use): string => use.split('.')[0] ?? use

/** Does it need no permission, and no way to be made? */
export const isFree = (use: Use): use is keyof Free => !use.includes('.')

const isQueueUse = (use: Use): use is QueueUse => serviceOf(use).endsWith('Queue')
const sorted = <T extends string>(names: readonly T[]): T[] => [...new Set(names)].sort()

import type { Opener } from '../infra/local/stack.ts'
import type { Key } from '../shared/data/keys.ts'
import type { Table } from '../shared/data/table.ts'
import * as registry from '../shared/runtime/registry.ts'
import type { Parts } from '../shared/runtime/wiring.ts'

/**
 * Faults at every call that an operation makes to AWS or to the network, one at a time. A world opened with `faults.open`
 * behaves; `arm` makes one call of one operation go wrong, once.
 */
export const faultKinds = [
  'dies before it',
  'dies after its effect',
  'fails without effect',
  'times out with effect',
] as const
export type FaultKind = (typeof faultKinds)[number]

interface Armed {
  operation: string
  /** Counted from 0 over all calls that the operation makes, across invocations. */
  call: number
  kind: FaultKind
}

export const openFaults = () => {
  let armed: Armed | undefined
  let calls = 0
  let struck: string | undefined

  /** What one invocation's parts do when a fault strikes: an invocation that died does nothing more and is never heard of. */
  const around = (operation: string, die: () => void) => {
    let dead = false
    const never = <T>() => new Promise<T>(() => undefined)
    return async <T>(name: string, perform: () => Promise<T>): Promise<T> => {
      if (dead) return never()
      if (armed?.operation !== operation || calls++ !== armed.call) return perform()
      const { kind } = armed
      armed = undefined
      struck = name
      if (kind === 'fails without effect') throw new Error(`${name} failed`)
      if (kind !== 'dies before it') await perform()
      if (kind === 'times out with effect') throw new Error(`${name} timed out`)
      dead = true
      die()
      return never()
    }
  }

  const open: Opener = (entry, parts) => {
    const plain = entry.open(parts, registry)
    return (event, context) => {
      if (armed?.operation !== entry.operation.id) return plain(event, context)
      return new Promise((resolve, reject) => {
        const step = around(entry.operation.id, () => reject(new Error('The process died')))
        entry.open(withFaults(parts, step), registry)(event, context).then(resolve, reject)
      })
    }
  }

  return {
    open,
    /** Makes the `call`-th call of the operation go wrong. */
    arm: (fault: Armed) => {
      armed = fault
      calls = 0
      struck = undefined
    },
    /** The call that went wrong; undefined when the operation makes fewer calls than that. */
    struck: () => struck,
    disarm: () => {
      armed = undefined
    },
  }
}

/** The count of requests turns nobody away when it fails; that is proven by itself, and here it would hide what is looked for. */
const countsRequests = ({ pk }: Key) => pk.endsWith('#rate')

type Step = <T>(name: string, perform: () => Promise<T>) => Promise<T>

/** Parts whose every call to AWS or to the network goes through `step`. */
export const withFaults = (parts: Parts, step: Step): Parts => {
  const table: Table = {
    get: (key, how) =>
      countsRequests(key) ? parts.table.get(key, how) : step(`get ${key.pk}`, () => parts.table.get(key, how)),
    getMany: (keys) => step('getMany', () => parts.table.getMany(keys)),
    query: (range) => step(`query ${range.pk}`, () => parts.table.query(range)),
    count: (range) => step(`count ${range.pk}`, () => parts.table.count(range)),
    write: (writes) =>
      writes.some((write) => 'update' in write && countsRequests(write.update))
        ? parts.table.write(writes)
        : step(`write of ${writes.length}`, () => parts.table.write(writes)),
  }
  return {
    ...parts,
    table,
    sqs: new Proxy(parts.sqs, {
      get: (client, name) =>
        name === 'send'
          ? (...command: Parameters<Parts['sqs']['send']>) => step('sqs', async () => client.send(...command))
          : Reflect.get(client, name),
    }),
    secrets: { read: (name) => step('secret', () => parts.secrets.read(name)) },
    fetch: (...request) => step('fetch', () => parts.fetch(...request)),
  }
}

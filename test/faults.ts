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

interface ArmedEach {
  operation: string
  kind: FaultKind
  /** What an invocation is about; those about nothing go well. */
  subjectOf: (event: unknown) => string | undefined
}

/** One call that goes wrong, and how many were made before it. */
interface Plan extends Pick<Armed, 'call' | 'kind'> {
  calls: number
  struck?: string
  /** The call before; reading the same thing again and again, as whoever waits does, counts once. */
  before?: string
  isOff?: true
}

export const openFaults = () => {
  let armed: (Armed & { plan: Plan }) | undefined
  let each: (ArmedEach & { plans: Map<string, Plan> }) | undefined

  /** What one invocation's parts do when a fault strikes: an invocation that died does nothing more and is never heard of. */
  const around = (plan: Plan, die: () => void) => {
    let dead = false
    const never = <T>() => new Promise<T>(() => undefined)
    return async <T>(name: string, perform: () => Promise<T>): Promise<T> => {
      if (dead) return never()
      const isRepeated = name === plan.before && name.startsWith('get ')
      plan.before = name
      if (plan.isOff || plan.struck || isRepeated || plan.calls++ !== plan.call) return perform()
      plan.struck = name
      if (plan.kind === 'fails without effect') throw new Error(`${name} failed`)
      if (plan.kind !== 'dies before it') await perform()
      if (plan.kind === 'times out with effect') throw new Error(`${name} timed out`)
      dead = true
      die()
      return never()
    }
  }

  const planFor = (operation: string, event: unknown): Plan | undefined => {
    if (armed?.operation === operation) return armed.plan
    const subject = each?.operation === operation ? each.subjectOf(event) : undefined
    if (!each || subject === undefined) return undefined
    const plan = each.plans.get(subject) ?? { call: each.plans.size, kind: each.kind, calls: 0 }
    each.plans.set(subject, plan)
    return plan
  }

  const open: Opener = (entry, parts) => {
    const plain = entry.open(parts, registry)
    return (event, context) => {
      const plan = planFor(entry.operation.id, event)
      if (!plan) return plain(event, context)
      return new Promise((resolve, reject) => {
        const step = around(plan, () => reject(new Error('The process died')))
        entry.open(withFaults(parts, step), registry)(event, context).then(resolve, reject)
      })
    }
  }

  return {
    open,
    /** Makes the `call`-th call of the operation go wrong. */
    arm: (fault: Armed) => {
      armed = { ...fault, plan: { ...fault, calls: 0 } }
    },
    /** The call that went wrong; undefined when the operation makes fewer calls than that. */
    struck: () => armed?.plan.struck,
    /** Makes, for the n-th subject that the operation comes to be about, its n-th call about it go wrong. */
    armEach: (fault: ArmedEach) => {
      each = { ...fault, plans: new Map() }
    },
    /** By subject, the call that went wrong; undefined where the operation made fewer. */
    struckEach: () => new Map([...(each?.plans ?? [])].map(([subject, { struck }]) => [subject, struck])),
    disarm: () => {
      for (const plan of [armed?.plan, ...(each?.plans.values() ?? [])]) if (plan) plan.isOff = true
      armed = undefined
      each = undefined
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

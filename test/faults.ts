import type { SQSEvent, SQSRecord } from 'aws-lambda'
import type { Opener } from '../infra/local/stack.ts'
import type { Parts } from '../shared/runtime/parts.ts'
import * as registry from '../shared/runtime/registry.ts'
import type { StoredKey } from '../shared/table/keys.ts'
import type { Table } from '../shared/table/table.ts'

/**
 * Kinds of failures of a call to AWS or the network. `arm` makes one call of an operation fail in
 * one of these ways.
 */
export const allFaultKinds = [
  'dies before it',
  'dies after its effect',
  'fails without effect',
  'times out with effect',
] as const
export type FaultKind = (typeof allFaultKinds)[number]

/**
 * `npm test` runs only the kind of fault that leaves most work unfinished; `npm run prove` runs all
 * kinds.
 */
export const faultKinds: readonly FaultKind[] = process.env.SUITE === 'test' ? ['dies after its effect'] : allFaultKinds

interface Fault {
  operation: string
  call: number
  /**
   * Kind of fault, or an action that runs right before the call. After an action, the call
   * succeeds.
   */
  kind: FaultKind | (() => Promise<unknown>)
  /** Restricts the fault to events that contain this id. */
  about?: number
}

interface FaultForEach {
  operation: string
  kind: FaultKind
  subjectOf: (event: unknown) => string | undefined
}

interface Plan {
  call: number
  kind: Fault['kind']
  calls: number
  struck?: string
  before?: string
  isOff?: true
}

export const openFaults = () => {
  let plans: Plan[] = []
  let planFor: (operation: string, event: unknown) => Plan | undefined = () => undefined
  let isCrowded = false

  /**
   * Wraps the services of one invocation. After a simulated crash, the invocation makes no more
   * calls and never answers.
   */
  const around = (plan: Plan, die: () => void) => {
    let dead = false
    const never = <T>() => new Promise<T>(() => undefined)
    return async <T>(name: string, perform: () => Promise<T>): Promise<T> => {
      if (dead) return never()
      const isRepeated = name === plan.before && name.startsWith('get ') && typeof plan.kind === 'string'
      plan.before = name
      if (plan.isOff || plan.struck || isRepeated || plan.calls++ !== plan.call) return perform()
      plan.struck = name
      if (typeof plan.kind === 'function') return plan.kind().then(perform)
      if (plan.kind === 'fails without effect') throw new Error(`${name} failed`)
      if (plan.kind !== 'dies before it') await perform()
      if (plan.kind === 'times out with effect') throw new Error(`${name} timed out`)
      dead = true
      die()
      return never()
    }
  }

  const open: Opener = (entry, parts) => {
    const plain = entry.open(parts, registry)
    const invoke: ReturnType<Opener> = (event, context) => {
      const plan = planFor(entry.operation.id, event)
      if (!plan || plan.struck) return plain(event, context)
      return new Promise((resolve, reject) => {
        const step = around(plan, () => reject(new Error('The process died')))
        entry.open(withFaults(parts, step), registry)(event, context).then(resolve, reject)
      })
    }
    return (event, context) =>
      isCrowded && isBatch(event) ? oneByOne(event, (each) => invoke(each, context)) : invoke(event, context)
  }

  const disarm = () => {
    for (const plan of plans) plan.isOff = true
    plans = []
    planFor = () => undefined
    isCrowded = false
  }

  return {
    open,

    /** Arms these faults and removes earlier faults. */
    arm: (...faults: Fault[]): readonly Readonly<Plan>[] => {
      disarm()
      const armed = faults.map((fault) => ({ ...fault, calls: 0 }))
      plans = armed
      isCrowded = faults.some(({ about }) => about !== undefined)
      planFor = (operation, event) => armed.find((one) => one.operation === operation && speaksOf(event, one.about))
      return armed
    },

    struck: () => plans[0]?.struck,

    armEach: ({ operation, kind, subjectOf }: FaultForEach): (() => Map<string, string | undefined>) => {
      disarm()
      const bySubject = new Map<string, Plan>()
      isCrowded = true
      planFor = (invoked, event) => {
        const subject = invoked === operation ? subjectOf(event) : undefined
        if (subject === undefined) return undefined
        const plan = bySubject.get(subject) ?? { call: bySubject.size, kind, calls: 0 }
        if (!bySubject.has(subject)) plans.push(plan)
        bySubject.set(subject, plan)
        return plan
      }
      return () => new Map([...bySubject].map(([subject, { struck }]) => [subject, struck]))
    },

    disarm,
  }
}

const speaksOf = (event: unknown, about: number | undefined): boolean =>
  about === undefined || JSON.stringify(event).includes(String(about))

const isBatch = (event: unknown): event is SQSEvent => typeof event === 'object' && event !== null && 'Records' in event

const oneByOne = async ({ Records }: SQSEvent, invoke: (event: SQSEvent) => Promise<unknown>) => {
  const failed = await Promise.all(
    Records.map(async (record) => {
      try {
        const answer = await invoke({ Records: [record] })
        return JSON.stringify(answer).includes(record.messageId)
      } catch {
        return true
      }
    }),
  )
  return { batchItemFailures: Records.filter((_, index) => failed[index]).map(itemOf) }
}

const itemOf = ({ messageId }: SQSRecord) => ({ itemIdentifier: messageId })

const countsRequests = ({ pk }: StoredKey) => pk.endsWith('#rate')

type Step = <T>(name: string, perform: () => Promise<T>) => Promise<T>

export const withFaults = (parts: Parts, step: Step): Parts => {
  const table: Table = {
    get: (key, how) =>
      countsRequests(key) ? parts.table.get(key, how) : step(`get ${key.pk}`, () => parts.table.get(key, how)),
    getMany: (keys) => step('getMany', () => parts.table.getMany(keys)),
    putMany: (items) => step('putMany', () => parts.table.putMany(items)),
    query: (range) => step(`query ${range.pk}`, () => parts.table.query(range)),
    count: (range) => step(`count ${range.pk}`, () => parts.table.count(range)),
    write: (writes, how) =>
      writes.some((write) => 'update' in write && countsRequests(write.update))
        ? parts.table.write(writes, how)
        : step(`write of ${writes.length}`, () => parts.table.write(writes, how)),
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
    secrets: { read: (...secret) => step('secret', () => parts.secrets.read(...secret)) },
    fetch: (...request) => step('fetch', () => parts.fetch(...request)),
    openSocket: async (...opened) => {
      const socket = await step('open a socket', () => parts.openSocket(...opened))
      return { ...socket, send: (text) => step('send on a socket', () => socket.send(text)) }
    },
  }
}

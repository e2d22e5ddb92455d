import type { AnyEntry } from '../../infra/local/entries.ts'
import type { Parts } from '../../shared/runtime/parts.ts'
import * as registry from '../../shared/runtime/registry.ts'
import type { Table } from '../../shared/table/table.ts'
import type { Clock } from '../../shared/words/clock.ts'
import type { Environment } from './functions.ts'
import type { Outside } from './outside.ts'
import type { openLoadTable } from './table.ts'

type Store = ReturnType<typeof openLoadTable>

interface Making {
  entry: AnyEntry
  open: (own: Pick<Parts, 'table' | 'sqs' | 'fetch' | 'clock'>) => Parts
  table: (client: Store['client'], clock: Clock) => Table
  clock: Clock
  store: Store
  outside: Outside
  send: (command: object, traceHeader: string | undefined) => Promise<object>
}

/** Simulates a Lambda instance with its own memory. */
export const openEnvironment = ({ entry, open, table, clock, store, outside, send }: Making): Environment => {
  let isDead = false
  let traceHeader: string | undefined
  const whileAlive = async <T>(answer: Promise<T>): Promise<T> => {
    try {
      const given = await answer
      if (isDead) await never()
      return given
    } catch (cause) {
      if (isDead) await never()
      throw cause
    }
  }
  const own: Clock = { now: clock.now, sleep: (ms) => whileAlive(clock.sleep(ms)) }
  const ask = (command: never) => (isDead ? never() : whileAlive(store.client.send(command)))
  const parts = open({
    clock: own,
    table: table({ send: ask } as unknown as Store['client'], own),
    sqs: { send: (command: object) => (isDead ? never() : whileAlive(send(command, traceHeader))) } as Parts['sqs'],
    fetch: (url, init) => (isDead ? never() : whileAlive(outside.fetch(url, init))),
  })
  const invoke = entry.open(parts, { ...registry, webhookClient: outside.webhookClient })
  return {
    invoke,
    kill: () => {
      isDead = true
    },
    follow: (header) => {
      traceHeader = header
    },
  }
}

const never = () => new Promise<never>(() => undefined)

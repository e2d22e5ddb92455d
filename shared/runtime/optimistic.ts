import type { StoredKey } from '../table/keys.ts'
import { fewMax, type Range, type Table, type Write } from '../table/table.ts'
import type { Gate, Parts } from './parts.ts'

/**
 * # Requests are worked on before their token is known to be good
 *
 * The look-up of a token would cost every request a round trip. So a handler starts beside it, on
 * behalf of the user that the token claims, with parts behind a gate that opens when the token has
 * proved good and may ask. Until then
 *
 * - single items, and a few of a range, may be read, for they cost next to nothing; but their
 *   answers wait for the gate,
 * - ranges of more than a few wait: a token with a forged secret must not make us read all that its
 *   alleged user has,
 * - whatever has an effect waits: writes, queues, secrets, the network.
 *
 * If the gate stays shut, everything that waits for it fails with the reason, which is the answer.
 * A request without a readable token gets no handler at all.
 *
 * `gated` returns parts that wait for the gate. Each part is named, so that a new one does not
 * compile until it is decided whether it waits.
 */
export const gated = (gate: Gate, parts: Parts): Parts & Record<keyof Parts, unknown> => {
  const { settings, clock, worldTime, random, stage, log, assets, agentTools, nodes, historyLimits } = parts
  return {
    // These neither tell what is stored nor have an effect outside.
    settings,
    clock,
    worldTime,
    random,
    stage,
    log,
    assets,
    agentTools,
    historyLimits,
    // Nothing of them is asked for before the head of the history, which is stored, and waits.
    nodes,
    beforeNetwork: () => gate,
    table: behind(gate, parts.table),
    sqs: new Proxy(parts.sqs, {
      get: (client, name) =>
        name === 'send'
          ? async (...command: Parameters<Parts['sqs']['send']>) => {
              await gate
              return client.send(...command)
            }
          : Reflect.get(client, name),
    }),
    secrets: {
      read: async (...secret) => {
        await gate
        return parts.secrets.read(...secret)
      },
    },
    openSocket: async (...opened) => {
      await gate
      return parts.openSocket(...opened)
    },
    fetch: async (...request) => {
      await gate
      return parts.fetch(...request)
    },
  }
}

/** The table behind a gate. */
export const behind = (gate: Gate, table: Table): Table => {
  const after = async <T>(reading: Promise<T>): Promise<T> => {
    const [, answer] = await Promise.all([gate, reading])
    return answer
  }
  return {
    get: <T>(key: StoredKey, how?: { stale?: boolean }) => after(table.get<T>(key, how)),
    getMany: <T>(keys: StoredKey[]) => after(table.getMany<T>(keys)),
    putMany: async (items) => {
      await gate
      return table.putMany(items)
    },
    query: async <T>(range: Range) => {
      if (range.limit !== undefined && range.limit <= fewMax) return after(table.query<T>(range))
      await gate
      return table.query<T>(range)
    },
    count: async (range) => {
      await gate
      return table.count(range)
    },
    write: async <T>(writes: Write[], how?: { once?: boolean }) => {
      await gate
      return table.write<T>(writes, how)
    },
  }
}

export type ServiceMethod = (...args: unknown[]) => unknown

/**
 * A handler may start a read and then, before it waits for it, refuse the request. Should that read
 * fail, as all do behind a gate that stays shut, its rejection must not end the process; if the
 * handler waits for it, it still gets it.
 */
export const forgiving =
  (method: ServiceMethod): ServiceMethod =>
  (...args) => {
    const answer = method(...args)
    if (answer instanceof Promise) answer.catch(() => undefined)
    return answer
  }

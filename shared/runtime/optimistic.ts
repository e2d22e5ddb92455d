import type { StoredKey } from '../table/keys.ts'
import { fewMax, type Range, type Table, type Write } from '../table/table.ts'
import type { Gate, Parts } from './parts.ts'

/**
 * A handler starts while the request's token is still being verified, which saves a round trip.
 * Until then, only single items and short ranges are read. All other work waits for `gate`, and
 * fails for a bad token.
 */
export const gated = (gate: Gate, parts: Parts): Parts & Record<keyof Parts, unknown> => {
  const { settings, clock, worldTime, random, stage, log, assets, agentTools, nodes, historyLimits } = parts
  return {
    settings,
    clock,
    worldTime,
    random,
    stage,
    log,
    assets,
    agentTools,
    historyLimits,
    // Needs no gate. The cache is used only after a table read, and the read's result waits for the
    // gate.
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

/** Keeps the process alive when a read fails and no code awaits its result. */
export const forgiving =
  (method: ServiceMethod): ServiceMethod =>
  (...args) => {
    const answer = method(...args)
    if (answer instanceof Promise) answer.catch(() => undefined)
    return answer
  }

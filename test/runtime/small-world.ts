import { toEvent } from '../../infra/local/http-event.ts'
import { lambdaContext } from '../../infra/local/lambda-context.ts'
import { hashToken, writeToken } from '../../shared/domain/account/token.ts'
import type { HttpEntry } from '../../shared/runtime/http.ts'
import * as registry from '../../shared/runtime/registry.ts'
import { openParts } from '../../shared/runtime/wiring.ts'
import { idAt } from '../../shared/words/id.ts'
import { type Fields, type Level, logTo } from '../../shared/words/log.ts'
import { freshTable } from '../data/fresh-table.ts'

interface Asked {
  path?: string
  method?: string
  /** The default is the user's token. */
  token?: string
  body?: unknown
  /** Text that is sent unchanged instead of `body`. */
  text?: string
  headers?: Record<string, string>
}

export const openSmallWorld = async (settings: Record<string, string> = {}) => {
  const fresh = await freshTable()
  const logged: { level: Level; message: string; fields: Fields }[] = []
  const log = logTo((level, message, fields) => logged.push({ level, message, fields }))
  const environment = {
    RATE_LIMIT_PER_MINUTE: '1000000000',
    STAGE: 'local',
    PUBLIC_URL: 'https://api.test',
    CARRIER_AUTH_TOKEN: 'secret',
    ...settings,
  }
  const parts = openParts(environment, { table: fresh.table, clock: fresh.clock, random: fresh.random, log })

  const user_id = idAt(fresh.clock.now(), 0)
  const token = writeToken(user_id, fresh.random.bytes(32))
  const created_at = fresh.clock.now()
  await registry.users(parts).create({ id: user_id, name: 'Ada', email: 'ada@example.com', created_at })
  await registry.tokens(parts).create({ hash: hashToken(token), user_id, ending: token.slice(-6), created_at })

  const ask = async (entry: HttpEntry, asked: Asked = {}) => {
    const { operation } = entry
    const text = asked.text ?? (asked.body === undefined ? '' : JSON.stringify(asked.body))
    const requestId = `request ${fresh.commands.length}`
    const arrival = {
      method: operation.method,
      target: `/api${asked.path ?? operation.path}`,
      headers: { host: 'api.test', authorization: `Bearer ${asked.token ?? token}`, ...asked.headers },
      body: text,
    }
    const route = { method: operation.method, path: `/api${operation.path}` }
    const event = toEvent(arrival, { route, requestId, now: fresh.clock.now() })
    const context = lambdaContext({ functionName: operation.id, requestId, timeoutMs: 1000 })
    const answer = await entry.open(parts, registry)(event, context)
    return {
      status: answer.statusCode,
      headers: { ...answer.headers },
      text: String(answer.body),
      // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
      body: JSON.parse(String(answer.body)) as any,
    }
  }

  return { ...fresh, parts, user_id, token, logged, ask, unknownToken: writeToken(user_id, fresh.random.bytes(32)) }
}

export type SmallWorld = Awaited<ReturnType<typeof openSmallWorld>>

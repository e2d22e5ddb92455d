import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { handler } from '../../functions/leads/list-leads.ts'
import { toEvent } from '../../infra/local/http-event.ts'
import { lambdaContext } from '../../infra/local/lambda-context.ts'
import { hashToken, writeToken } from '../../shared/domain/account/token.ts'
import * as registry from '../../shared/runtime/registry.ts'
import { openParts } from '../../shared/runtime/wiring.ts'
import { logTo } from '../../shared/words/log.ts'
import { openMetered, user } from '../lists/store/loaded.ts'

export interface Listed {
  status: number
  total: number
  units: number
}

const perPageUsual = 15
const perPageMax = 100

/**
 * Measures `GET /user/leads` in a process with empty caches: first, last, middle and long page, and
 * a filtered page.
 */
export const leadAsker = async (engine: DynamoDBDocumentClient, tableName: string, campaignId: number) => {
  const { parts, units } = await openMetered(engine, tableName)
  const clock = { now: Date.now, sleep: async () => {} }
  const log = logTo(() => undefined)
  const environment = { RATE_LIMIT_PER_MINUTE: '1000000000', STAGE: 'local' }
  const token = writeToken(user, parts.random.bytes(32))
  const ending = token.slice(-6)
  const tokens = registry.tokens(openParts(environment, { ...parts, clock, log }))
  await tokens.create({ hash: hashToken(token), user_id: user, ending, created_at: Date.now() })
  let total = 0
  let asked = 0
  const queries = (): string[] => {
    const last = Math.max(1, Math.ceil(total / perPageUsual))
    return [
      '',
      `?page=${last}`,
      `?page=${Math.ceil(last / 2)}`,
      `?per_page=${perPageMax}`,
      `?status=created&campaign_id=${campaignId}`,
    ]
  }
  return async (): Promise<Listed> => {
    const some = queries()
    const requestId = `request ${asked}`
    const arrival = {
      method: 'GET',
      target: `/api/user/leads${some[asked++ % some.length]}`,
      headers: { host: 'api.test', authorization: `Bearer ${token}` },
    }
    const { operation } = handler
    const route = { method: operation.method, path: `/api${operation.path}` }
    const event = toEvent(arrival, { route, requestId, now: Date.now() })
    const context = lambdaContext({ functionName: operation.id, requestId, timeoutMs: 25_000 })
    units.read = 0
    const answer = await handler.open(openParts(environment, { ...parts, clock, log }), registry)(event, context)
    const isListed = answer.statusCode === 200
    if (!isListed) console.error(`${arrival.target} was answered ${answer.statusCode} ${answer.body}`)
    if (isListed) total = Number(JSON.parse(String(answer.body)).total)
    return { status: Number(answer.statusCode), total: isListed ? total : 0, units: units.read }
  }
}

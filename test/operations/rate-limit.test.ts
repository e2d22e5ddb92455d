import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { hashToken, writeToken } from '../../shared/domain/account/token.ts'
import { httpOperations } from '../../shared/operations/index.ts'
import { pathWith, typicalRequest } from '../requests.ts'
import { useWorld } from '../use-world.ts'
import type { TestUser } from '../world.ts'
import { answer, named, problem } from './matrix.ts'

/** With a limit this low, every request is counted in the table. */
const limit = 4

const world = useWorld({ environment: { RATE_LIMIT_PER_MINUTE: String(limit) } })

describe.each(named(httpOperations))('%s', (_id, operation) => {
  test(`returns 429 for request ${limit + 1} of ${limit} a minute`, async () => {
    const user = await world.user()
    const { path, body } = await typicalRequest(operation, { world, user })
    const token = await anotherToken(user)
    const first = await world.api(token, operation.method, path, body)
    expect(first.status, first.text).toBe(operation.status)
    expect(first.headers.get('x-ratelimit-remaining')).toBe(String(limit - 1))

    const nowhere = pathWith(operation, 1)
    for (let count = 2; count <= limit; count++)
      expect((await world.api(token, operation.method, nowhere, body)).status).not.toBe(429)
    const late = await world.api(token, operation.method, nowhere, body)
    expect(answer(late)).toEqual(problem('too_many_attempts', operation))
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

/** Creates another token of the user; each token has its own count. */
const anotherToken = async ({ id }: TestUser): Promise<string> => {
  const token = writeToken(id, randomBytes(32))
  const created_at = world.clock.now()
  await world.services.tokens.create({ hash: hashToken(token), user_id: id, ending: token.slice(-6), created_at })
  return token
}

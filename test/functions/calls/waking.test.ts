import { expect, test } from 'vitest'
import { logTo } from '../../../shared/domain/log.ts'
import { settingsFrom } from '../../../shared/providers/settings.ts'
import { invocationPath, isWaking, talkFunctions, waking } from '../../../shared/providers/talk-functions.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { assistantFor } from '../../fixtures.ts'
import { useCaller, useWorld } from '../../use-world.ts'

interface Invoked {
  id: string
  isWaking: boolean
  answer: unknown
}
const invoked: Invoked[] = []

const world = useWorld({
  open: (entry, parts) => {
    const invoke = entry.open(parts, registry)
    return async (event, context) => {
      const seen = { id: entry.operation.id, isWaking: isWaking(event as object) }
      const place = invoked.push({ ...seen, answer: undefined }) - 1
      const answer = await invoke(event, context)
      invoked[place] = { ...seen, answer }
      return answer
    }
  },
})
const user = useCaller(world)
const talking = ['answer-call', 'open-conversation', 'receive-frame']

const firstOf = (id: string, isWaking: boolean) =>
  invoked.findIndex((one) => one.id === id && one.isWaking === isWaking)

test('the functions that a talk begins with are woken while the phone rings, each before it is needed', async () => {
  const assistant_id = await assistantFor(world, user)
  await world.api(user.token, 'POST', '/user/make_call', { phone_number: '+12025550110', assistant_id })
  await world.run(60)
  for (const id of talking) {
    expect(firstOf(id, true), id).toBeGreaterThan(-1)
    expect(firstOf(id, true), id).toBeLessThan(firstOf('answer-call', false))
  }
  const answers = invoked.filter((one) => one.isWaking).map(({ answer }) => answer)
  expect(answers.map((answer) => (answer as { statusCode: number }).statusCode)).toEqual(
    expect.arrayContaining([200, 204]),
  )
})

test('a caller who rings us has them woken, too', async () => {
  const number = await world.number(user, { phone_number: '+12025550123' })
  await assistantFor(world, user, { calls_direction: 'receive', phone_number_id: number.id })
  invoked.length = 0
  const ring = { from: '+12025550199', to: '+12025550123' }
  await fetch(`${world.carrierUrl}/_double/incoming-call`, { method: 'POST', body: JSON.stringify(ring) })
  await world.run(30)
  expect(firstOf('open-conversation', true)).toBeGreaterThan(-1)
  expect(firstOf('open-conversation', true)).toBeLessThan(firstOf('open-conversation', false))
})

test('each is told with a signed request and without waiting for it; one that cannot be woken keeps nothing from going on', async () => {
  const told: { url: string; init: RequestInit }[] = []
  const lines: string[] = []
  const send = async (url: unknown, init: RequestInit = {}) => {
    told.push({ url: String(url), init })
    return new Response(null, { status: told.length === 1 ? 429 : 202 })
  }
  const addresses = ['a', 'b'].map((name) => `https://lambda.us-east-1.amazonaws.com${invocationPath(name)}`)
  const settings = settingsFrom({
    TALK_FUNCTIONS: addresses.join(','),
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'AKIA',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_SESSION_TOKEN: 'session',
  })
  const log = logTo((level, message, { function: name }) => lines.push(`${level}: ${message}: ${name}`))
  await talkFunctions({ settings, log, fetch: send as typeof fetch }).wake()
  expect(told.map(({ url }) => url)).toEqual(addresses)
  expect(told[0]?.init).toMatchObject({
    method: 'POST',
    body: JSON.stringify(waking),
    headers: {
      'x-amz-invocation-type': 'Event',
      'x-amz-security-token': 'session',
      authorization: expect.stringMatching(
        /^AWS4-HMAC-SHA256 Credential=AKIA\/\d{8}\/us-east-1\/lambda\/aws4_request, /,
      ),
    },
  })
  expect(lines).toEqual(['warn: a function was not woken: a'])
})

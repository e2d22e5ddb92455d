import { expect, test } from 'vitest'
import { handler } from '../../../functions/conversations/receive-frame.ts'
import { lambdaContext } from '../../../infra/local/lambda-context.ts'
import { type Model, modelByName } from '../../../shared/domain/reference/models.ts'
import { settingsFrom } from '../../../shared/providers/aws/settings.ts'
import { invocationPath, isWaking, talkFunctions } from '../../../shared/providers/aws/talk-functions.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { logTo } from '../../../shared/words/log.ts'
import { must } from '../../../shared/words/must.ts'
import { assistantDraft, assistantFor } from '../../fixtures.ts'
import { useCaller, useWorld } from '../../use-world.ts'

interface Invoked {
  id: string
  event: unknown
  isWaking: boolean
  answer: unknown
}
const invoked: Invoked[] = []

const world = useWorld({
  open: (entry, parts) => {
    const invoke = entry.open(parts, registry)
    return async (event, context) => {
      const seen = { id: entry.operation.id, event, isWaking: isWaking(event as object) }
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

test('wakes a talk’s functions while the phone rings', async () => {
  const assistant_id = await assistantFor(world, user)
  await world.api(user.token, 'POST', '/user/make_call', { phone_number: '+12025550110', assistant_id })
  await world.run(60)
  for (const id of talking) {
    expect(firstOf(id, true), id).toBeGreaterThan(-1)
    expect(firstOf(id, true), id).toBeLessThan(firstOf('answer-call', false))
  }
  const { id: model_id } = must(modelByName(assistantDraft.llm_model), 'model of the draft')
  expect(invoked[firstOf('receive-frame', true)]?.event).toEqual({ waking: true, model_id })
  const answers = invoked.filter((one) => one.isWaking).map(({ answer }) => answer)
  expect(answers.map((answer) => (answer as { statusCode: number }).statusCode)).toEqual(
    expect.arrayContaining([200, 204]),
  )
})

test('a caller who rings us has them woken, too', async () => {
  const number = await world.number(user, { phone_number: '+12025550123' })
  await assistantFor(world, user, { calls_direction: 'receive', phone_number_id: number.id })
  invoked.length = 0
  await world.incomingCall({ from: '+12025550199', to: '+12025550123' })
  await world.run(30)
  expect(firstOf('open-conversation', true)).toBeGreaterThan(-1)
  expect(firstOf('open-conversation', true)).toBeLessThan(firstOf('open-conversation', false))
})

test('prepares the talk’s model; after a failure the first frame works', async () => {
  const prepared: string[] = []
  const lines: string[] = []
  const invoke = handler.open(
    { ...world.parts, log: logTo((level, message) => lines.push(`${level}: ${message}`)) },
    {
      ...registry,
      talkModel: (parts: Parameters<typeof registry.talkModel>[0]) => ({
        ...registry.talkModel(parts),
        prepare: async ({ name }: Model) => {
          prepared.push(name)
          throw new Error('no keys')
        },
      }),
    },
  )
  const wake = (waking: object) =>
    invoke(
      waking as Parameters<typeof invoke>[0],
      lambdaContext({ functionName: 'receive-frame', requestId: 'a', timeoutMs: 29_000 }),
    )
  const { id: model_id } = must(modelByName('gpt-4.1-mini'), 'model')
  for (const waking of [{ waking: true }, { waking: true, model_id: 0 }, { waking: true, model_id }])
    expect(await wake(waking)).toEqual({ statusCode: 200 })
  expect([prepared, lines]).toEqual([['gpt-4.1-mini'], ['warn: a function could not prepare a talk']])
})

test('sends signed requests without waiting; a failure stops nothing', async () => {
  const requests: { url: string; init: RequestInit }[] = []
  const lines: string[] = []
  const send = async (url: unknown, init: RequestInit = {}) => {
    requests.push({ url: String(url), init })
    return new Response(null, { status: requests.length === 1 ? 429 : 202 })
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
  await talkFunctions({ settings, log, worldTime: Date.now, fetch: send as typeof fetch }).wake(3)
  expect(requests.map(({ url }) => url)).toEqual(addresses)
  expect(requests[0]?.init).toMatchObject({
    method: 'POST',
    body: JSON.stringify({ waking: true, model_id: 3 }),
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

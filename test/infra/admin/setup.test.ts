import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { type SetUpWorld, setUp } from '../../../infra/admin/setup/setup.ts'
import { alarmKinds } from '../../../infra/stack/alarms.ts'
import { refusedAt } from '../../../infra/stack/carrier-secret.ts'

const secret = 'the-auth-token'

const openAccount = (functions = 1000, tokens: string[] = []) => {
  const stacks = new Map<string, string>()
  const done: string[] = []
  const said: string[] = []
  let carrier: Record<string, string> = {}
  let user: number | undefined
  let number: string | undefined
  let diesAt: string | undefined
  const answer = async (question: string) => {
    if (diesAt && question.includes(diesAt)) throw new Error('interrupted')
    if (question.includes('token')) return tokens.shift() ?? secret
    if (question.includes('E-mail')) return 'ada@example.com'
    return question.includes('Number') ? '+12025550100' : 'AC1'
  }
  const world: SetUpWorld = {
    whereTo: async () => 'eu-central-1',
    functionsMax: async () => functions,
    stackStatus: async (name) => stacks.get(name),
    cdk: async (...args) => {
      done.push(args.slice(0, 3).join(' '))
      stacks.set(args[0] === 'bootstrap' ? 'CDKToolkit' : 'parlance-dev', 'CREATE_COMPLETE')
    },
    open: async () => ({
      carrierSecret: async () => carrier,
      refusalOfCarrier: async () => (carrier.auth_token === secret ? undefined : refusedAt('a host of US1')),
      fillCarrierSecret: async (fields) => {
        done.push('secret')
        carrier = fields
      },
      firstUser: async () => user,
      createUser: async () => {
        done.push('user')
        user = 7
        return { id: 7, token: '7|token' }
      },
      hasNumber: async () => number !== undefined,
      addNumber: async (_, phone) => {
        done.push('number')
        number = phone
      },
      doctor: async () => ({ lines: ['ok'], isWell: true }),
    }),
    say: (line) => said.push(line),
    ask: answer,
    askHidden: answer,
  }
  const dieAt = (question: string | undefined) => {
    diesAt = question
  }
  return { world, stacks, done, said, dieAt, carrier: () => carrier }
}
const all = ['bootstrap', 'deploy -c stage=dev', 'secret', 'user', 'number']

test('leads from an empty account to the doctor, and a second run changes nothing', async () => {
  const { world, done, said, carrier } = openAccount()
  expect(await setUp('dev', world)).toEqual({ lines: ['ok'], isWell: true })
  expect(done).toEqual(all)
  expect(carrier()).toEqual({ account_sid: 'AC1', auth_token: secret })
  expect(said.join()).not.toContain(secret)
  await setUp('dev', world)
  expect(done).toEqual(all)
})

test('asks again for credentials that the carrier refuses, and names their region', async () => {
  const { world, done, said } = openAccount(1000, ['a-token-of-ie1'])
  const sentence = 'at a host of US1. Each region has its own auth token'
  await expect(setUp('dev', world)).rejects.toThrow(sentence)
  await setUp('dev', world)
  expect(said.join()).toContain(sentence)
  expect(done).toEqual(['bootstrap', 'deploy -c stage=dev', 'secret', 'secret', 'user', 'number'])
})

test.each(['Account SID', 'Auth token', 'Name of', 'E-mail', 'Number of'])(
  'continues after it was interrupted at "%s"',
  async (question) => {
    const { world, done, dieAt } = openAccount()
    dieAt(question)
    await expect(setUp('dev', world)).rejects.toThrow('interrupted')
    dieAt(undefined)
    await setUp('dev', world)
    expect(done).toEqual(all)
  },
)

test('refuses an account that runs too few functions, before it changes anything', async () => {
  const { world, done } = openAccount(10)
  await expect(setUp('dev', world)).rejects.toThrow('Service Quotas')
  expect(done).toEqual([])
})

test.each([
  ['CREATE_IN_PROGRESS', 'when that is over'],
  ['ROLLBACK_COMPLETE', 'npx cdk destroy -c stage=dev'],
])('says what to do with a stack that is %s', async (status, sentence) => {
  const { world, stacks } = openAccount()
  stacks.set('parlance-dev', status)
  await expect(setUp('dev', world)).rejects.toThrow(sentence)
})

test('the workflow rehearses, asks before prod and rolls back, without keys', async () => {
  const workflow = await readFile('docs/pipeline/deploy.yml', 'utf8')
  const places = ['npm run rehearse', 'environment: dev', 'environment: prod'].map((text) => workflow.indexOf(text))
  expect(places.toSorted((a, b) => a - b)).toEqual(places)
  expect(workflow).toContain('needs: dev')
  const kinds = /KINDS: (.*)/.exec(workflow)?.[1]?.split(' ') ?? []
  expect(kinds).toHaveLength(5)
  expect(kinds.filter((kind) => !alarmKinds.some((known) => known === kind))).toEqual([])
  expect(workflow).not.toMatch(/secrets\.|AKIA|aws-access-key/)
})

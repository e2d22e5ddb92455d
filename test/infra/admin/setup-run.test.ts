import { afterEach, expect, inject, test, vi } from 'vitest'
import { type SetUpWorld, setUp } from '../../../infra/admin/setup/setup.ts'
import { setUpWorld } from '../../../infra/admin/setup/setup-world.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { useWorld } from '../../use-world.ts'
import { serveAws } from './aws.ts'

/**
 * These tests run the command `admin setup` against simulated CloudFormation, Lambda and Secrets
 * Manager servers.
 */

const world = useWorld({ dynamodb: inject('dynamodb'), startAt: Date.now() })
afterEach(() => vi.unstubAllEnvs())

const phone = '+12025550190'
const interruption = 'interrupted'

const openAccount = async (concurrency = 1000) => {
  const { settings } = world.parts
  const authToken = settings.required('CARRIER_AUTH_TOKEN')
  const model = { base_url: settings.required('MODEL_BASE_URL') }
  const secrets: Record<string, object> = {
    CarrierSecret: { url: settings.required('CARRIER_URL') },
    ModelSecret: model,
  }
  const stacks = new Set<string>()
  const aws = await serveAws(world, { secrets, stacks, concurrency })
  for (const [name, value] of Object.entries(aws)) vi.stubEnv(name, value)
  const answers: [string, string][] = [
    ['Account SID', settings.required('CARRIER_ACCOUNT_SID')],
    ['Auth token', authToken],
    ['Name of', 'Ada'],
    ['E-mail', 'ada@example.com'],
    ['Number of', phone],
  ]
  const said: string[] = []
  const commands: string[][] = []
  const at = (diesAt?: string): SetUpWorld => {
    const answer = async (question: string) => {
      said.push(question)
      if (diesAt && question.startsWith(diesAt)) throw new Error(interruption)
      return answers.find(([begin]) => question.startsWith(begin))?.[1] ?? ''
    }
    return {
      ...setUpWorld(aws),
      whereTo: async () => 'an account',
      say: (line) => void said.push(line),
      ask: answer,
      askHidden: answer,
      cdk: async (...args) => {
        commands.push(args)
        stacks.add(args[0] === 'bootstrap' ? 'CDKToolkit' : 'parlance-dev')
        if (args[0] === diesAt) throw new Error(interruption)
      },
    }
  }
  return { at, said, commands, secrets, authToken, questions: answers.map(([begin]) => begin) }
}

test('leads from nothing to the doctor, interrupted at every step, each with one effect', async () => {
  const { at, said, commands, secrets, authToken, questions } = await openAccount()
  await world.setCarrierNumber({ phone_number: phone, ...{ voiceUrl: 'https://elsewhere.test' } })
  for (const step of ['bootstrap', 'deploy', ...questions])
    await expect(setUp('dev', at(step)), step).rejects.toThrow(interruption)
  const { lines, isWell } = await setUp('dev', at())
  expect(isWell, lines.join('\n')).toBe(true)

  expect(commands.map(([command]) => command)).toEqual(['bootstrap', 'deploy'])
  expect(secrets.CarrierSecret).toMatchObject({ auth_token: authToken })
  const users = await registry.users(world.parts).list()
  expect(users).toMatchObject([{ name: 'Ada' }])
  const [token, ...others] = said.flatMap((line) => /shown only now: (\S+)/.exec(line)?.[1] ?? [])
  expect(others).toEqual([])
  const numbers = await world.api(token, 'GET', '/user/phone-numbers/all')
  expect(numbers.body.data).toMatchObject([{ phone_number: phone }])
  expect((await world.carrierPort.fetchNumber(phone))?.voice_url).toBe(`${world.url}/carrier/incoming-call`)
  expect(said.join('\n') + JSON.stringify(commands)).not.toContain(authToken)
  expect(JSON.stringify(world.logged)).not.toContain(authToken)

  const before = said.filter((line) => line.endsWith(': ')).length
  expect((await setUp('dev', at())).isWell).toBe(true)
  expect(said.filter((line) => line.endsWith(': '))).toHaveLength(before)
})

test('credentials of another region are refused, and asked for again', async () => {
  const { at, said } = await openAccount()
  world.carrier.serveRegion('IE1')
  await expect(setUp('dev', at())).rejects.toThrow('Each region has its own auth token')
  await expect(setUp('dev', at('Account SID'))).rejects.toThrow(interruption)
  expect(said.filter((line) => line.startsWith('5 of 8'))).toEqual([
    expect.stringContaining('its secret is empty'),
    expect.stringContaining('The carrier refuses account_sid and auth_token at http'),
  ])
  world.carrier.serveRegion('US1')
})

test('an account with too small a quota of Lambda: nothing is begun', async () => {
  const { at, commands, said } = await openAccount(10)
  await expect(setUp('dev', at())).rejects.toThrow('Service Quotas')
  expect(commands).toEqual([])
  expect(said).toHaveLength(1)
})

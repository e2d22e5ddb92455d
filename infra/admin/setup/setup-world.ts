import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation'
import { PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import * as registry from '../../../shared/runtime/registry.ts'
import { dependenciesOf } from '../../../shared/runtime/wiring.ts'
import { must } from '../../../shared/words/must.ts'
import { readPhone } from '../../../shared/words/phone.ts'
import { ownTerminal } from '../../local/laptop/terminal.ts'
import { refusedAt } from '../../stack/carrier-secret.ts'
import { newId } from '../commands/known.ts'
import { newToken } from '../commands/tokens.ts'
import { functionsAtOnce } from '../deployed.ts'
import { checkUp } from '../doctor/doctor.ts'
import { refuse } from '../refusal.ts'
import { deployedStack } from '../stacks.ts'
import { type AdminTools, adminUses } from '../tools.ts'
import type { SetUpWorld } from './setup.ts'

type Environment = Record<string, string | undefined>

const root = fileURLToPath(new URL('../../..', import.meta.url))
const cdkProgram = fileURLToPath(new URL('../../../node_modules/aws-cdk/bin/cdk', import.meta.url))

export const setUpWorld = (environment: Environment): SetUpWorld => {
  const client = new CloudFormationClient()
  const say = (line: string) => void process.stderr.write(`${line}\n`)
  return {
    whereTo: async () => {
      if (!ownTerminal.isInteractive) refuse('A set-up asks questions: run it in a terminal.')
      return `credentials are there, region ${await client.config.region()}`
    },
    functionsMax: () => functionsAtOnce(client, environment),
    stackStatus: async (StackName) => {
      try {
        return (await client.send(new DescribeStacksCommand({ StackName }))).Stacks?.[0]?.StackStatus
      } catch (cause) {
        if (cause instanceof Error && cause.message.includes('does not exist')) return undefined
        throw cause
      }
    },
    cdk: (...args) => run(args, environment),
    open: async (name) => openProduct(await deployedStack(name, environment), say),
    say,
    ask: ownTerminal.ask,
    askHidden: ownTerminal.askHidden,
  }
}

const openProduct = (stack: AdminTools['stack'], warn: (text: string) => void) => {
  const tools: AdminTools = { ...dependenciesOf(adminUses, registry, stack.parts), stack, warn, showProgress: () => {} }
  return {
    carrierSecret: () => stack.parts.secrets.read('CARRIER').catch((): Record<string, string> => ({})),
    refusalOfCarrier: async () =>
      (await tools.carrier.fetchAccount()) === 'unknown' ? refusedAt(await tools.carrier.address()) : undefined,
    fillCarrierSecret: async (fields: Record<string, string>) => {
      const SecretId = stack.parts.settings.required('CARRIER_SECRET_ARN')
      const secrets = new SecretsManagerClient()
      await secrets.send(new PutSecretValueCommand({ SecretId, SecretString: JSON.stringify(fields) }))
    },
    firstUser: async () => (await tools.users.list())[0]?.id,
    createUser: async (name: string, email: string) => {
      const created_at = tools.clock.now()
      const id = await newId(tools, (id) => tools.users.create({ id, name, email, created_at }))
      return { id, token: await newToken(tools, id) }
    },
    hasNumber: async (user: number) => (await tools.numbers.list(user)).length > 0,
    addNumber: (user: number, phone: string) => addNumber(tools, user, phone),
    doctor: () => checkUp(tools),
  }
}

const addNumber = async (tools: AdminTools, user_id: number, text: string): Promise<void> => {
  const { number: phone_number, country } = readPhone(text) ?? refuse(`${text} is no phone number.`)
  const held = await tools.carrier.fetchNumber(phone_number)
  if (!held) refuse(`The carrier's account has no number ${phone_number}.`)
  const { can_send_sms, carrier_sid } = must(held, 'number at the carrier')
  const country_code = country ?? refuse(`${phone_number} belongs to no country.`)
  await newId(tools, async (id) => {
    const number = { id, user_id, phone_number, country_code, type_label: 'Normal', can_send_sms } as const
    const outcome = await tools.numbers.create(number)
    if (outcome === 'taken') refuse('This phone number belongs to a user already.')
    return outcome === 'created'
  })
  await tools.carrier.pointNumber(carrier_sid)
}

const run = (args: string[], env: Environment): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [cdkProgram, ...args], { cwd: root, env, stdio: 'inherit' })
    child.once('error', reject)
    child.once('exit', (status) =>
      status === 0 ? resolve() : reject(new Error(`cdk ${args[0]} failed. Run this again to continue.`)),
    )
  })

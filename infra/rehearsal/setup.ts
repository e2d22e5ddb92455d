import { join } from 'node:path'
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation'
import * as z from 'zod'
import { type SetUpWorld, setUp } from '../admin/setup/setup.ts'
import { setUpWorld } from '../admin/setup/setup-world.ts'
import { doubleAccount } from '../local/carrier/account.ts'
import type { Deployment } from './deploy.ts'
import { openWorld } from './open-world.ts'
import { tellCarrier } from './plays.ts'
import type { Rehearsal } from './rehearsal.ts'
import { expect } from './steps.ts'

const phone = '+12025550190'
const interruption = 'interrupted'
const answers: [question: string, answer: string][] = [
  ['Account SID', doubleAccount.accountSid],
  ['Auth token', doubleAccount.authToken],
  ['Name of the first user', 'Ada'],
  ['E-mail address', 'ada@example.com'],
  ["Number of the carrier's account", phone],
]

/**
 * Runs `npm run admin -- setup` on an empty account until the stage takes calls. The command is
 * interrupted at every question and after every CDK command, and started again.
 */
export const rehearseSetup = async (rehearsal: Rehearsal): Promise<boolean> => {
  const person = openPerson()
  let environment: Deployment['environment'] = {}
  const run = (diesAt?: string) => setUp(rehearsal.stage, person.at(setUpWorld(environment), diesAt))
  const runUntil = async (diesAt: string) => {
    const outcome = await run(diesAt).then(
      () => 'went on to its end',
      (cause) => (cause instanceof Error ? cause.message : String(cause)),
    )
    if (outcome !== interruption) throw new Error(`A set-up that dies at "${diesAt}" ${outcome}`)
  }

  const { scene, steps, outputs, conclude } = await openWorld(rehearsal, {
    deployBy: async (deployment) => {
      environment = commandsOf(deployment)
      for (const command of ['bootstrap', 'deploy']) await runUntil(command)
      return outputsOf(`parlance-${deployment.stage}`)
    },
    // Fills only the simulated carrier's URL; `setup` asks for the rest.
    carrierFields: ['url'],
  })
  await tellCarrier(scene, 'number', { phone_number: phone, voiceUrl: 'https://example.com/elsewhere' })
  for (const [question] of answers)
    await steps.play(`dies at "${question}"`, async () => {
      await runUntil(question)
      return 'interrupted'
    })
  await steps.play('runs to its end', async () => {
    const { lines, isWell } = await run()
    expect(isWell, lines.filter((line) => line.startsWith('WRONG')).join(' '))
    return 'the doctor is content'
  })
  await steps.play('runs again', async () => {
    const asked = person.questions()
    const { isWell } = await run()
    expect(isWell && person.questions() === asked, 'it asks again')
    return 'asks nothing'
  })
  await steps.play('each command ran once', async () => {
    const commands = person.commands().map(([command]) => command)
    expect(commands.join() === 'bootstrap,deploy', `it ran ${commands.join(', ')}`)
    return commands.join(', ')
  })
  await steps.play('one user, whose token works', async () => {
    const tokens = new Set([...person.said().matchAll(/shown only now: (\S+)/g)].map(([, token]) => token))
    expect(tokens.size === 1, `it showed ${tokens.size} tokens`)
    const headers = { authorization: `Bearer ${[...tokens][0]}` }
    const response = await fetch(`${scene.base}/user/phone-numbers/all`, { headers })
    const { data } = Numbers.parse(await response.json())
    expect(data.length === 1 && data[0]?.phone_number === phone, `the user has ${data.length} numbers`)
    return 'with one number'
  })
  await steps.play('the number leads to the stack', async () => {
    const voice = await voiceUrlOf(scene.carrier)
    expect(voice === outputs.VoiceUrl, `it leads to ${voice}`)
    return 'from elsewhere'
  })
  await steps.play('the auth token is nowhere to be seen', async () => {
    const seen = person.said() + JSON.stringify(person.commands())
    expect(!seen.includes(doubleAccount.authToken), 'it was shown or is an argument of a command')
    return 'neither shown nor an argument'
  })
  return conclude()
}

const Numbers = z.object({ data: z.array(z.object({ phone_number: z.string() })) })
const Held = z.object({ incoming_phone_numbers: z.array(z.object({ voice_url: z.string() })) })

const voiceUrlOf = async (carrier: string): Promise<string | undefined> => {
  const { accountSid, authToken } = doubleAccount
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  const url = `${carrier}/2010-04-01/Accounts/${accountSid}/IncomingPhoneNumbers.json?${new URLSearchParams({ PhoneNumber: phone })}`
  return Held.parse(await (await fetch(url, { headers: { authorization } })).json()).incoming_phone_numbers[0]
    ?.voice_url
}

/**
 * Environment variables for CDK commands. The template in the folder `CDK_APP` lacks resources that
 * the emulator cannot create.
 */
const commandsOf = ({ environment, scratch }: Deployment): Deployment['environment'] => ({
  ...environment,
  CDK_APP: join(scratch, 'cdk.out'),
  CDK_BUILD: 'true',
  CDK_NOTICES: 'false',
  CDK_CI: 'true',
  CDK_PROGRESS: 'events',
})

const outputsOf = async (StackName: string): Promise<Record<string, string>> => {
  const { Stacks: [stack] = [] } = await new CloudFormationClient().send(new DescribeStacksCommand({ StackName }))
  return Object.fromEntries(
    (stack?.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]),
  )
}

const openPerson = () => {
  const said: string[] = []
  const commands: string[][] = []
  let questions = 0
  const answering = (diesAt: string | undefined) => async (question: string) => {
    questions += 1
    said.push(question)
    if (diesAt && question.startsWith(diesAt)) throw new Error(interruption)
    const [, answer] = answers.find(([begin]) => question.startsWith(begin)) ?? []
    if (answer === undefined) throw new Error(`It asks "${question}"`)
    return answer
  }
  return {
    said: () => said.join('\n'),
    commands: () => commands,
    questions: () => questions,
    at: (world: SetUpWorld, diesAt: string | undefined): SetUpWorld => ({
      ...world,
      whereTo: async () => 'an emulator',
      say: (line) => void said.push(line),
      ask: answering(diesAt),
      askHidden: answering(diesAt),
      cdk: async (...args) => {
        commands.push(args)
        await world.cdk(...args)
        if (args[0] === diesAt) throw new Error(interruption)
      },
    }),
  }
}

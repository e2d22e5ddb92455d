import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CloudFormationClient, paginateListStackResources } from '@aws-sdk/client-cloudformation'
import { must } from '../../shared/words/must.ts'
import { deployedStack } from '../admin/stacks.ts'
import { exampleAssistant } from '../local/demo.ts'
import { type Breakage, breakages } from './breakages.ts'
import type { Breakable } from './by-hand.ts'
import { openWorld } from './open-world.ts'
import type { Rehearsal } from './rehearsal.ts'
import { addUser, make, runAdmin, type Scene } from './scene.ts'
import { expect } from './steps.ts'

/**
 * Breaks and repairs everything that `npm run admin -- doctor` checks. Uses the stage `prod`,
 * because some checks run only there.
 */
export const examineDoctor = async (rehearsal: Rehearsal): Promise<boolean> => {
  const { scene, steps, outputs, carrier, model, conclude } = await openWorld({ ...rehearsal, stage: 'prod' })
  const { keep } = rehearsal
  const user = await addUser(scene, 'Ada', '+12025550190')
  const assistant_id = await make(scene, user, '/user/assistant', { ...exampleAssistant, timezone: 'UTC' })
  const multimodal = { engine_type: 'multimodal', voice_id: 301, llm_model: 'gpt-realtime' }
  await make(scene, user, '/user/assistant', { ...exampleAssistant, timezone: 'UTC', ...multimodal })
  const campaign_id = await make(scene, user, '/user/campaigns', { name: 'Spring', assistant_id })
  const queues = await (await deployedStack(scene.stackName, scene.environment)).workQueues()
  const names = await namesOf(scene.stackName)
  const refusing = keep(await answering(401, '{"error": {"message": "Incorrect API key provided"}}'))
  const silent = keep(await answering(200, emptyStream, 'text/event-stream'))
  const on: Breakable = {
    ...{ scene, user, campaign_id, outputs, carrier, model },
    nameOf: (id) => must(names.get(id), `resource ${id}`),
    queueOf: (id) =>
      must(
        queues.find(({ worker }) => worker.id === id),
        `queue of ${id}`,
      ),
    refusingModel: refusing.url,
    silentModel: silent.url,
  }

  await steps.play('all is well', () => expectContent(scene))
  await steps.play('stack: there is none', async () => {
    const { exitStatus, printed } = await runAdmin({ ...scene, stackName: 'parlance-nowhere' }, 'doctor')
    expect(exitStatus === 1 && /^WRONG {2}stack +There is no stack parlance-nowhere/.test(printed), printed)
    return 'said'
  })
  for (const breakage of breakages)
    await steps.play(`${breakage.line}: ${breakage.what}`, async () => {
      const mend = await breakage.break(on)
      try {
        await expectSaid(scene, breakage)
      } finally {
        await mend()
      }
      return `said; ${await expectContent(scene)} again`
    })
  return conclude()
}

const expectSaid = async (scene: Scene, { line, says, isTold }: Breakage): Promise<void> => {
  const { exitStatus, printed } = await runAdmin(scene, 'doctor')
  const found = printed.split('\n').find((text) => text.slice(7, 24).trim() === line) ?? ''
  expect(says.test(found.slice(24)), `it says ${found}`)
  if (isTold) return
  expect(found.startsWith('WRONG'), `the line is not marked: ${found}`)
  expect(exitStatus === 1, `exit status ${exitStatus}`)
}

const expectContent = async (scene: Scene): Promise<string> => {
  const { exitStatus, printed, warning } = await runAdmin(scene, 'doctor')
  const wrong = printed.split('\n').filter((line) => line.startsWith('WRONG'))
  expect(exitStatus === 0, [...wrong, warning].join(' '))
  return 'content'
}

const namesOf = async (StackName: string): Promise<Map<string, string>> => {
  const client = new CloudFormationClient()
  const names = new Map<string, string>()
  for await (const { StackResourceSummaries = [] } of paginateListStackResources({ client }, { StackName }))
    for (const { LogicalResourceId = '', PhysicalResourceId = '', ResourceType } of StackResourceSummaries) {
      names.set(LogicalResourceId, PhysicalResourceId)
      if (ResourceType !== 'AWS::CloudFormation::Stack') continue
      for (const [id, name] of await namesOf(PhysicalResourceId)) names.set(id, name)
    }
  client.destroy()
  return names
}

const chunkOf = (delta: object, finish_reason: string | null) =>
  `data: ${JSON.stringify({ id: '1', object: 'chat.completion.chunk', model: 'm', choices: [{ index: 0, delta, finish_reason }] })}\n\n`
const emptyStream = `${chunkOf({ role: 'assistant', content: '' }, null)}${chunkOf({}, 'stop')}data: [DONE]\n\n`

const answering = async (status: number, body: string, type = 'application/json') => {
  const server = createServer((_, response) => response.writeHead(status, { 'content-type': type }).end(body))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/v1`, close: () => server.close() }
}

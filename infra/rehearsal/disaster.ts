import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import type { Client } from '../../client/client.ts'
import { must } from '../../shared/words/must.ts'
import { exampleAssistant } from '../local/demo.ts'
import { calledLeads } from '../local/demo-campaign/summary.ts'
import { type Deployment, deploy, synthesise } from './deploy.ts'
import { itemsOf, listCarrier, loseTable, restoreTable } from './lost-table.ts'
import { openWorld, type RehearsalWorld } from './open-world.ts'
import type { Rehearsal } from './rehearsal.ts'
import { addUser, administer, clientOf, get, make, type Scene, type SceneUser } from './scene.ts'
import { eventually, expect } from './steps.ts'

const assistant = { ...exampleAssistant, timezone: 'UTC' }
const leadNumbers = ['0101', '0104', '0150', '0151', '0152', '0153', '0154', '0155', '0156', '0157'].map(numberOf)
const doubleNumber = numberOf('0170')
const [stopping, returning, written, singleNumber] = ['0161', '0162', '0163', '0171'].map(numberOf)
const attemptsMax = 2

function numberOf(ending: string): string {
  return `+1202555${ending}`
}

/** Deletes the table while a campaign runs, then continues with a restored older table. */
export const disaster = async (rehearsal: Rehearsal): Promise<boolean> => {
  const world = await openWorld(rehearsal)
  const { scene, steps, deployment, outputs, conclude } = world
  const own = must(outputs.TableName, 'output TableName')
  const restored = `${scene.stackName}-restored`
  const user = await addUser(scene, 'Ada', numberOf('0190'))
  const client = clientOf(scene, user)
  const assistant_id = (await client.createAssistant(assistant)).data.id
  const [campaign_id, other_id] = [await campaignOf(client, assistant_id), await campaignOf(client, assistant_id)]
  for (const phone_number of [...leadNumbers, doubleNumber])
    await make(scene, user, '/user/lead', { phone_number, campaign_id })
  await make(scene, user, '/user/lead', { phone_number: doubleNumber, campaign_id: other_id })

  let since = 0
  await steps.play('a campaign runs, and a copy of its table is kept', async () => {
    await text(scene, returning, 'STOP', user)
    await eventually('the opt-out counts', async () => (await blacklist(scene, user)).includes(returning ?? ''))
    await client.updateCampaignStatus({ campaign_id, action: 'start' })
    await eventually('two leads are called', async () => (await callsTo(world)).length >= 2)
    since = Date.now()
    await restoreTable(own, restored)
    return `at ${new Date(since).toISOString()}`
  })

  await steps.play('the campaign, texts and opt-outs go on', async () => {
    await make(scene, user, '/user/sms', { from: user.number.id, to: written, body: 'Hello' })
    await make(scene, user, '/user/make_call', { phone_number: singleNumber, assistant_id })
    await text(scene, stopping, 'STOP', user)
    await text(scene, returning, 'START', user)
    const stranger = await addUser(scene, 'Grace', numberOf('0191'))
    await make(scene, stranger, '/user/sms', { from: stranger.number.id, to: written, body: 'Hello' })
    const isDouble = ({ to }: { to: string }) => to === doubleNumber
    await eventually('the last lead is called', async () => (await callsTo(world)).some(isDouble))
    return `${(await callsTo(world)).length} calls so far`
  })

  await steps.play('the table is lost', async () => {
    await loseTable(own)
    return 'deleted'
  })

  await steps.play('deployed on the copy, dialling is stopped', async () => {
    const pointed: Deployment = { ...deployment, context: { table: restored }, parameters: { TableInUse: restored } }
    await synthesise(pointed)
    const after = await deploy(pointed)
    expect(after.TableName === restored, `it works on ${after.TableName}`)
    const { dialling } = Dialling.parse(await administer(scene, 'dialling'))
    expect(dialling === 'stopped', `dialling is ${dialling}`)
    return 'stopped by the template itself'
  })

  await steps.play('restore adopt, twice', async () => {
    const first = Adopted.parse(await administer(scene, 'restore', 'adopt', '--table', restored))
    const again = Adopted.parse(await administer(scene, 'restore', 'adopt', '--table', restored))
    expect(again.put_back.length === 0, `the second put back ${again.put_back.join(', ')}`)
    return `put back ${first.put_back.join(', ')}`
  })

  const before = (await callsTo(world)).length
  const moment = new Date(since).toISOString()
  await steps.play('reconcile, killed in the middle', async () => {
    await pause(returnMs)
    const records = await recordsKilled(scene, deployment, restored, moment)
    return `killed when ${records} calls were recorded`
  })
  await steps.play('reconcile, to its end and once more', async () => {
    const found = Reconciled.parse(await administer(scene, 'reconcile', '--since', moment))
    const again = Reconciled.parse(await administer(scene, 'reconcile', '--since', moment))
    expect(again.calls.recorded + again.messages.recorded === 0, 'the second run has recorded more')
    expect(found.of_numbers_not_in_this_table.messages === 1, 'the stranger’s message was not left out')
    const waiting = again.leads_that_wait_for_a_hand.reduce((sum, { leads }) => sum + leads, 0)
    expect(waiting === 2, `${waiting} leads wait for a hand`)
    const listed = await blacklist(scene, user)
    expect(listed.includes(stopping ?? ''), 'the STOP of the lost time does not count')
    expect(!listed.includes(returning ?? ''), 'the START of the lost time does not count')
    return `${found.calls.recorded} calls and ${found.messages.recorded} messages more, 2 leads wait`
  })

  await steps.play('dialling starts, and the campaign ends', async () => {
    expect((await callsTo(world)).length === before, 'somebody was called while dialling was stopped')
    await administer(scene, 'dialling', 'start')
    const hasEnded = async () => (await client.getCampaign({ id: campaign_id })).status === 'completed'
    await eventually('the campaign ends', hasEnded)
    return `${(await callsTo(world)).length} calls in all`
  })
  await steps.play('nobody was called twice for one attempt', () => expectAttempts(world, client, campaign_id))
  await steps.play('one record and one charge each', () => expectOneEach(world, restored, user))

  await steps.play('a deployment that forgets the table is refused', async () => {
    const forgetful = { ...deployment, scratch: join(deployment.scratch, 'forgetful') }
    await synthesise(forgetful)
    const refusal = await deploy(forgetful).then(
      () => 'It was not',
      (cause: Error) => cause.message,
    )
    expect(refusal.includes('This stage works on a restored table'), refusal)
    return 'in words, by CloudFormation'
  })
  return conclude()
}

const Dialling = z.object({ dialling: z.string() })
const Adopted = z.object({ put_back: z.array(z.string()) })
const Reconciled = z.object({
  calls: z.object({ recorded: z.int() }),
  messages: z.object({ recorded: z.int() }),
  of_numbers_not_in_this_table: z.object({ calls: z.int(), messages: z.int() }),
  leads_that_wait_for_a_hand: z.array(z.object({ leads: z.int() })),
})

/** Milliseconds to wait until the simulated carrier has ended all calls. */
const returnMs = 15_000

const campaignOf = async (client: Client, assistant_id: number): Promise<number> => {
  const settings = { max_calls_in_parallel: 3, max_retries: attemptsMax - 1, retry_interval: 60 }
  return (await client.createCampaign({ name: 'Disaster', assistant_id, ...settings })).data.id
}

const callsTo = async ({ scene, carrier }: RehearsalWorld) =>
  (await listCarrier(scene, carrier.secret, 'Calls')).calls.filter(({ direction }) => direction === 'outbound-api')

const text = async (
  { carrier }: Scene,
  from: string | undefined,
  body: string,
  { number }: SceneUser,
): Promise<void> => {
  const message = JSON.stringify({ to: number.phone_number, from, body })
  const answer = await fetch(`${carrier}/_double/incoming-message`, { method: 'POST', body: message })
  expect(answer.ok, `the carrier double answered ${answer.status}`)
}

const Blacklist = z.object({ data: z.array(z.object({ phone_number: z.string() })) })

const blacklist = async (scene: Scene, user: SceneUser): Promise<string[]> =>
  Blacklist.parse(await get(scene, user, '/user/blacklist')).data.map(({ phone_number }) => phone_number)

const adminProgram = fileURLToPath(new URL('../admin/main.ts', import.meta.url))

/**
 * Starts `admin reconcile` and kills it once the table has more calls. Returns the number of added
 * calls.
 */
const recordsKilled = async (scene: Scene, { environment }: Deployment, table: string, since: string) => {
  const count = async () => (await itemsOf(table)).filter(({ carrier_sid }) => carrier_sid).length
  const known = await count()
  const args = [adminProgram, 'reconcile', '--since', since, '--stack', scene.stackName]
  const child = spawn(process.execPath, args, { env: environment, stdio: 'ignore' })
  const ended = new Promise<boolean>((resolve) => child.once('exit', () => resolve(true)))
  let records = 0
  while (records === 0 && !(await Promise.race([ended, pause(50, false)]))) records = (await count()) - known
  child.kill('SIGKILL')
  await ended
  return (await count()) - known
}

const expectAttempts = async (world: RehearsalWorld, client: Client, campaign_id: number): Promise<string> => {
  const made = Map.groupBy(await callsTo(world), ({ to }) => to)
  for (const number of leadNumbers) {
    const calls = made.get(number)?.length ?? 0
    expect(calls > 0 && calls <= attemptsMax, `${number} was called ${calls} times`)
  }
  expect(
    made.get(doubleNumber)?.length === 1,
    `the number of two leads was called ${made.get(doubleNumber)?.length} times`,
  )
  expect(made.get(must(singleNumber, 'number'))?.length === 1, 'the single call was made again')
  const attempts = (await calledLeads(client, campaign_id)).reduce((sum, lead) => sum + lead.attempts.length, 0)
  const dialled = leadNumbers.reduce((sum, number) => sum + (made.get(number)?.length ?? 0), 0)
  expect(attempts === dialled, `${dialled} calls of leads, and ${attempts} attempts`)
  return `${dialled} calls, as many attempts`
}

const expectOneEach = async (world: RehearsalWorld, table: string, user: SceneUser): Promise<string> => {
  const { scene, carrier } = world
  const items = await eventually('every call is charged', async () => {
    const all = await itemsOf(table)
    const owing = all.filter(({ carrier_sid, total_cost, id }) => {
      return carrier_sid && total_cost && !all.some(({ type, call_id }) => type === 'call' && call_id === id)
    })
    return owing.length === 0 && all
  })
  const calls = (await listCarrier(scene, carrier.secret, 'Calls')).calls
  for (const { sid } of calls) {
    const records = items.filter(({ carrier_sid }) => carrier_sid === sid)
    expect(records.length === 1, `a call has ${records.length} records`)
    const charges = items.filter(({ type, call_id }) => type === 'call' && call_id === records[0]?.id)
    expect(charges.length === (records[0]?.total_cost ? 1 : 0), `a call has ${charges.length} charges`)
  }
  const messages = (await listCarrier(scene, carrier.secret, 'Messages')).messages
  const sent = messages.filter(
    ({ direction, from }) => direction === 'outbound-api' && from === user.number.phone_number,
  )
  for (const { sid } of sent) {
    const records = items.filter(({ sms_sid }) => sms_sid === sid)
    expect(records.length === 1, `a message has ${records.length} records`)
    const holds = items.filter(({ type, sms_id }) => type === 'hold' && sms_id === records[0]?.id)
    expect(holds.length === 1, `a message has ${holds.length} charges`)
  }
  return `${calls.length} calls, ${sent.length} messages`
}

import { receiveFrame } from '../../shared/operations/conversations.ts'
import { assistantFor } from '../fixtures.ts'
import type { Bench, BenchRow, Measure } from './measure.ts'
import { type Invocation, openRecordedWorld, unitsOf } from './recorder.ts'

const lifeMinutesMax = 40

/**
 * Write units of a call by purpose, as in docs/scaling.md. On a busy machine, a run may measure a
 * few more.
 */
const everyCall = { call: 30, 'check of opt-outs': 2, 'count of dials': 2, evidence: 12 }

const lives = [
  { what: 'a short talk', number: '+12025550100', turns: 2, own: { talk: 17, 'transcript and evaluation': 6 } },
  {
    what: 'ten turns of a model',
    number: '+12025550116',
    turns: 10,
    own: { talk: 59, 'transcript and evaluation': 9 },
  },
]

export const lifeOfACall: Measure = {
  topic: 'call',
  title: 'The whole life of one call, create to evaluated',
  run: async (bench) => {
    const rows: BenchRow[] = []
    for (const life of lives) rows.push(...(await live(bench, life)))
    return rows
  },
}

const live = async ({ dynamodb }: Bench, { what, number, turns, own }: (typeof lives)[number]): Promise<BenchRow[]> => {
  let asked = 0
  const { world, invocations } = await openRecordedWorld(dynamodb, (operation, parts) => ({
    ...parts,
    fetch: (url, init) => {
      if (operation === receiveFrame.id && String(url).endsWith('/chat/completions')) asked += 1
      return parts.fetch(url, init)
    },
  }))
  const user = await world.user()
  await world.number(user)
  const assistant_id = await assistantFor(world, user)
  const before = invocations.length
  const { body } = await world.api(user.token, 'POST', '/user/make_call', { phone_number: number, assistant_id })
  const isDone = async () => {
    const call = await world.services.calls.find({ user_id: user.id, call_id: body.data.id })
    return Boolean(call?.charged_at && call.evaluated)
  }
  for (let minute = 0; minute < lifeMinutesMax && !(await isDone()); minute++) await world.run(60)
  if (!(await isDone())) throw new Error('The call was not charged and evaluated')
  if (asked !== turns) throw new Error(`A model was asked for ${asked} turns instead of ${turns}`)
  await world.close()

  const lived = invocations.slice(before)
  const rows = [...new Set(lived.map(({ operation }) => operation))].map((operation): BenchRow => {
    const invoked = lived.filter((each) => each.operation === operation)
    return { call: what, function: operation, invocations: invoked.length, ...sum(invoked) }
  })
  const { 'read units': read, 'write units': write } = sum(lived)
  const budget = [...Object.values(everyCall), ...Object.values(own)].reduce((total, units) => total + units)
  const total = { 'read units': read, 'write units': { value: write, budget } }
  return [...rows, { call: what, function: 'all of them', invocations: lived.length, ...total }]
}

const sum = (invocations: Invocation[]) => {
  const units = invocations.map(unitsOf)
  return {
    'read units': units.reduce((total, { read }) => total + read, 0),
    'write units': units.reduce((total, { write }) => total + write, 0),
  }
}

import { assistantFor } from '../fixtures.ts'
import { openWorld } from '../world.ts'
import type { Measure, Row } from './measure.ts'
import { openRecorder, unitsOf } from './recorder.ts'

const writeUnitsMax = 24
/** The carrier double answers it, talks, and hangs up. */
const talkativeNumber = '+12025550100'
const lifeMinutesMax = 20

/** One call from its request until it is closed and charged, function by function. */
export const lifeOfACall: Measure = {
  topic: 'call',
  title: 'The whole life of one call, create to charged',
  run: async ({ dynamodb }) => {
    const recorder = openRecorder()
    const world = await openWorld({
      dynamodb,
      onPermission: () => undefined,
      open: recorder.open,
      meter: recorder.meter,
    })
    const user = await world.user()
    await world.number(user)
    const assistant_id = await assistantFor(world, user)
    const before = recorder.invocations.length
    const request = { phone_number: talkativeNumber, assistant_id }
    const { body } = await world.api(user.token, 'POST', '/user/make_call', request)
    const isCharged = async () =>
      Boolean((await world.services.calls.find({ user_id: user.id, call_id: body.data.id }))?.charged_at)
    for (let minute = 0; minute < lifeMinutesMax && !(await isCharged()); minute++) await world.run(60)
    if (!(await isCharged())) throw new Error('The call was not charged')
    await world.close()

    const lived = recorder.invocations.slice(before)
    const rows = [...new Set(lived.map(({ operation }) => operation))].map((operation): Row => {
      const own = lived.filter((each) => each.operation === operation).map(unitsOf)
      return { function: operation, invocations: own.length, ...sum(own) }
    })
    const { 'read units': read, 'write units': write } = sum(lived.map(unitsOf))
    const total = { 'read units': read, 'write units': { value: write, budget: writeUnitsMax } }
    return [...rows, { function: 'all of them', invocations: lived.length, ...total }]
  },
}

const sum = (units: { read: number; write: number }[]) => ({
  'read units': units.reduce((total, { read }) => total + read, 0),
  'write units': units.reduce((total, { write }) => total + write, 0),
})

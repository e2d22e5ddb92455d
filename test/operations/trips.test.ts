import { expect, test } from 'vitest'
import { balanceKey } from '../../shared/data/keys.ts'
import type { HttpOperation } from '../../shared/operations/define.ts'
import { httpOperations } from '../../shared/operations/index.ts'
import { openSender, segmentPrice } from '../functions/sms/sender.ts'
import { typicalRequest } from '../requests.ts'
import { openTrips, tripsMax } from '../trips.ts'
import { useWorld } from '../use-world.ts'
import { named } from './matrix.ts'

const trips = openTrips()
const world = useWorld({ open: trips.open })

/** What waits more often than it should, and why. */
const over = new Map([
  // What is stored is settled in after it, because the clocks of two machines may differ by more than leads wait for their sealer.
  ['create-lead', 3],
  // Assistants lose the tool before it goes, so that a request after a crash finds it, and after it, if they were given it meanwhile.
  ['delete-tool', 4],
  // A lead names its campaign, which names its assistant.
  ['get-lead', 3],
])
/** It dials, at the pace of the carrier, before it answers. */
const isUncounted = ({ id }: HttpOperation) => id === 'transfer-call'

test.each(named(httpOperations.filter((operation) => !isUncounted(operation))))(
  '%s waits for the table no more often in sequence than it may, in a process that has done nothing before',
  async (id, operation) => {
    const user = await world.user()
    const { path, body } = await typicalRequest(operation, { world, user })
    await world.settled()
    const { status, text } = await world.api(user.token, operation.method, path, body)
    expect(status, text).toBe(operation.status)
    const made = trips.namesOf(id).at(-1) ?? []
    expect(made.length, made.join('\n')).toBeLessThanOrEqual(over.get(id) ?? tripsMax(operation))
  },
)

const lastOf = (id: string) => trips.namesOf(id).at(-1)

test('send-sms: three, also while money is held for calls', async () => {
  const { user, send } = await openSender(world)
  await world.parts.table.write([{ update: balanceKey(user.id), set: { reserved: 2 * segmentPrice } }])
  expect((await send()).status).toBe(200)
  expect(lastOf('send-sms')).toHaveLength(3)
})

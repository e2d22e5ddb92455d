import { describe, expect, test } from 'vitest'
import * as registry from '../../../shared/runtime/registry.ts'
import { allFaultKinds, type FaultKind, openFaults } from '../../faults.ts'
import { useWorld } from '../../use-world.ts'
import { endCall } from '../calls/ended-call.ts'
import { hint } from './opt-out-words.ts'
import { openSender } from './sender.ts'

const faults = openFaults()
const world = useWorld({ open: faults.open })

const callsMax = 60

interface Life {
  call: number
  struck: string
  isSuppressed: boolean
}

const lives = async (operation: string, kind: FaultKind, live: () => Promise<boolean>): Promise<Life[]> => {
  const lived: Life[] = []
  for (let call = 0; call < callsMax; call++) {
    faults.arm({ operation, call, kind })
    const isSuppressed = await live()
    const struck = faults.struck()
    faults.disarm()
    if (!struck) return lived
    lived.push({ call, struck, isSuppressed })
  }
  throw new Error('The operation makes more calls than expected')
}

const isSuppressed = async (user_id: number, phone_number: string) =>
  registry.blacklist(world.parts).has(user_id, phone_number)

const textLife = async () => {
  const { user, number } = await openSender(world)
  const from = '+12025550155'
  await world.incomingMessage({ to: number.phone_number, from, body: hint })
  await world.run(60)
  return isSuppressed(user.id, from)
}

const callLife = async () => {
  const user = await world.user()
  const assistant = { post_call_evaluation: false }
  const ref = await endCall(world, user, { said: [['human', hint]], assistant })
  await registry.advanceCallQueue(world.parts).nudge(ref)
  await world.run(60)
  const call = await world.services.calls.find(ref)
  return isSuppressed(user.id, call?.client_phone_number ?? '')
}

describe.each(allFaultKinds)('a worker that %s', (kind) => {
  test('suppresses the sender of a text within a minute', async () => {
    const lived = await lives('judge-opt-out', kind, textLife)
    expect(lived.length).toBeGreaterThan(4)
    expect(lived.filter((life) => !life.isSuppressed)).toEqual([])
  })

  test('suppresses the customer of a call within a minute', async () => {
    const lived = await lives('judge-opt-out', kind, callLife)
    expect(lived.length).toBeGreaterThan(5)
    expect(lived.filter((life) => !life.isSuppressed)).toEqual([])
  })
})

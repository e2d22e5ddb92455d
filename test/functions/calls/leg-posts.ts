import type { Leg } from '../../../shared/domain/calls/leg.ts'
import { writeLegRef } from '../../../shared/domain/calls/leg-ref.ts'
import { assistantFor, ringingCall } from '../../fixtures.ts'
import { post } from '../../posted.ts'
import type { TestUser, World } from '../../world.ts'

export const dialledLeg = async (world: World, user: TestUser, more: Partial<Leg> = {}) => {
  const call_id = world.newId()
  const now = world.clock.now()
  const leg: Leg = {
    id: world.newId(),
    to: '+12025550130',
    is_warm: false,
    by: 'user',
    asked_at: now,
    stage: { phase: 'dialled', dialled_at: now, question: undefined },
    limit_seconds: 300,
    drive_at: now,
    drives: 0,
    carrier_minute: 14_000,
    ...more,
  }
  const carrier_sid = `CA${call_id.toString(16).padStart(32, '0')}`
  const talking = { status: 'in-progress', progress: 'in-progress', answered_at: now } as const
  const own = { id: call_id, user_id: user.id, assistant_id: await assistantFor(world, user), carrier_sid }
  const call = ringingCall({ ...own, ...talking, legs: [leg] }, now)
  await world.services.calls.open(call, { variables: {}, input_variables: {} })
  const ref = { user_id: user.id, call_id }
  return {
    ref,
    leg: async () => (await world.services.calls.find(ref))?.legs[0],
    post: (what: string, form: Record<string, string>, place = 1) =>
      post(world, `/carrier/legs/${writeLegRef({ ...ref, place })}/${what}`, { CallSid: carrier_sid, ...form }),
  }
}

import { expect, test } from 'vitest'
import { evidenceGraceMs } from '../../../shared/domain/calls/call-life.ts'
import { writeLegRef } from '../../../shared/domain/calls/leg-ref.ts'
import { newLeg } from '../../../shared/domain/calls/new-leg.ts'
import { newlyWaiting } from '../../../shared/domain/calls/placement.ts'
import { openJobsKey } from '../../../shared/table/keys.ts'
import { must } from '../../../shared/words/must.ts'
import { readPhone } from '../../../shared/words/phone.ts'
import { assistantFor, campaignFor, leadFor, ringingCall } from '../../fixtures.ts'
import { post } from '../../posted.ts'
import { useWorld } from '../../use-world.ts'

const world = useWorld({ environment: { CARRIER_CALLS_PER_SECOND: '100' }, createsPerSecondMax: 100 })

const silent = '+12025550105'

test.each([
  ['status', { CallStatus: 'ringing' }],
  ['answer', {}],
  ['session', { SessionStatus: 'completed' }],
  ['answered-by', { AnsweredBy: 'human' }],
])('a late %s report closes a campaign’s call and frees its slot', async (path, form) => {
  const user = await world.user()
  await world.number(user)
  const assistant_id = await assistantFor(world, user)
  const campaign_id = await campaignFor(world, user, { assistant_id, max_calls_in_parallel: 1 })
  for (let lead = 0; lead < 2; lead++) await leadFor(world, user, campaign_id, silent)
  await world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id, action: 'start' })
  await world.run(6)
  const calls = async () => (await world.services.callPages.page(user.id, {}, 0, 10)).calls
  const [first] = await calls()
  expect(first?.placement.phase).toBe('answered')

  const ref = `${user.id}-${first?.id}`
  const about = { CallSid: first?.carrier_sid ?? '' }
  await post(world, `/carrier/calls/${ref}/status`, { ...about, CallStatus: 'completed', CallDuration: '5' })
  await world.run(evidenceGraceMs / 1000)
  expect((await calls()).map(({ closed_at }) => closed_at)).toEqual([undefined])
  await post(world, `/carrier/calls/${ref}/${path}`, { ...about, ...form })
  await world.run(0.5)
  expect((await calls()).map(({ closed_at }) => closed_at !== undefined)).toEqual([false, true])
})

test.each([
  ['answer', {}],
  ['session', { SessionStatus: 'completed' }],
  ['answered-by', { AnsweredBy: 'human' }],
  ['end', { CallStatus: 'completed', DialCallStatus: 'completed' }],
])('counts a put-off call as waiting no longer after a late %s report', async (path, form) => {
  const user = await world.user()
  const assistant_id = await assistantFor(world, user)
  const now = world.clock.now()
  const id = world.newId()
  const stage = { phase: 'dialled', dialled_at: now, question: undefined } as const
  const leg = { ...newLeg({ to: must(readPhone(silent), 'phone'), is_warm: false, by: 'user' }, 1, now, now), stage }
  const own = {
    id,
    user_id: user.id,
    assistant_id,
    placement: newlyWaiting(),
    legs: path === 'end' ? [leg] : [],
  } as const
  await world.services.calls.open(ringingCall(own, now), { variables: {}, input_variables: {} })
  const waiting = async () =>
    (await world.parts.table.get<{ waiting_calls: number }>(openJobsKey(user.id)))?.waiting_calls
  expect(await waiting()).toBe(1)
  const ref = { user_id: user.id, call_id: id }
  const about = path === 'end' ? `legs/${writeLegRef({ ...ref, place: 1 })}` : `calls/${user.id}-${id}`
  await post(world, `/carrier/${about}/${path}`, { CallSid: `CA${id}`, ...form })
  expect(await waiting()).toBe(0)
})

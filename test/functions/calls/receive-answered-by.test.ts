import { expect, test } from 'vitest'
import { assistantFor } from '../../fixtures.ts'
import { post } from '../../posted.ts'
import { useCaller, useWorld } from '../../use-world.ts'

const world = useWorld()
const user = useCaller(world)

const talking = async (settings: Record<string, unknown> = {}) => {
  const assistant_id = await assistantFor(world, user, settings)
  const request = { phone_number: '+12025550105', assistant_id }
  const { body } = await world.api(user.token, 'POST', '/user/make_call', request)
  await world.run(5)
  const call_id: number = body.data.id
  const report = (AnsweredBy: string) => post(world, `/carrier/calls/${user.id}-${call_id}/answered-by`, { AnsweredBy })
  const read = async () => (await world.api(user.token, 'GET', `/user/calls/${call_id}`)).body
  return { report, read }
}

test.each(['machine_start', 'machine_end_beep', 'machine_end_silence', 'machine_end_other', 'fax'])(
  '%s makes us end the call, once',
  async (word) => {
    const { report, read } = await talking()
    expect((await report(word)).status).toBe(204)
    await report(word)
    await world.run(30)
    expect(await read()).toMatchObject({ status: 'ended_by_assistant', answered_by: 'machine' })
  },
)

test('a machine is talked to when the assistant shall', async () => {
  const { report, read } = await talking({ end_call_on_voicemail: false })
  await report('machine_start')
  await world.run(5)
  expect(await read()).toMatchObject({ status: 'in-progress', answered_by: 'machine' })
})

test('a human, and what nobody can tell, go on talking', async () => {
  const { report, read } = await talking({ end_call_on_voicemail: false })
  await report('unknown')
  expect((await read()).answered_by).toBe('unknown')
  await report('human')
  expect(await read()).toMatchObject({ status: 'in-progress', answered_by: 'human' })
})

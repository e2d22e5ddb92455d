import { expect, test } from 'vitest'
import { sign } from '../../../infra/local/carrier/signature.ts'
import { openWorld } from '../../world.ts'
import { authToken } from '../conversations/line.ts'

test('204 for a call that was never ours, and no fuss about it', async () => {
  const world = await openWorld()
  const url = `${world.url}/carrier/incoming-status`
  const form = { CallSid: `CA${'0'.repeat(32)}`, CallStatus: 'completed', CallDuration: '0' }
  const headers = { 'x-twilio-signature': sign(authToken, url, form) }
  expect((await fetch(url, { method: 'POST', headers, body: new URLSearchParams(form) })).status).toBe(204)
  expect(world.logged.filter(({ level }) => level !== 'info')).toEqual([])
  await world.close()
})

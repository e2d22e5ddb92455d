import { expect, test } from 'vitest'
import { serve } from '../../../infra/local/server.ts'
import { openReceiver } from '../../receiver.ts'
import { useWorld } from '../../use-world.ts'

const world = useWorld()

test('local servers never close idle connections by time', async () => {
  const handle = async () => new Response('x')
  const served = await serve({ handle, port: 0, bodyBytesMax: 10, breaks: () => false })
  const receiver = await openReceiver()
  for (const url of [served.url, receiver.url, `${world.url}/api/health`]) {
    const answer = await fetch(url, { method: 'POST' })
    await answer.arrayBuffer()
    expect([answer.headers.get('connection'), answer.headers.get('keep-alive')]).toEqual(['keep-alive', null])
  }
  await served.close()
  await receiver.close()
})

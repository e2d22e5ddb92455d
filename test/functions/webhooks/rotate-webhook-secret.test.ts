import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'
import { openSubscriber } from './subscriber.ts'

const world = useWorld()

test('signs with both secrets for 24 hours', async () => {
  const subscriber = await openSubscriber(world)
  const secret = async () => (await subscriber.api('GET', '/user/webhook-secret')).body.secret
  const old = await secret()
  const { status, body } = await subscriber.api('POST', '/user/webhook-secret/rotate')
  expect(status).toBe(200)
  expect(body).toEqual({
    message: 'Webhook secret rotated successfully',
    secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
  })
  expect(body.secret).not.toBe(old)
  expect(await secret()).toBe(body.secret)

  const accepts = async (known: string) => {
    await subscriber.ended()
    await world.run(1)
    const request = subscriber.receiver.received.at(-1)
    return () => new Webhook(known).verify(request?.text ?? '', request?.headers ?? {})
  }
  expect(await accepts(old)).not.toThrow()
  expect(await accepts(body.secret)).not.toThrow()
  await world.parts.table.write([
    { update: { pk: String(subscriber.user.id), sk: 'webhook-secret' }, set: { retired: [] } },
  ])
  expect(await accepts(old)).toThrow(WebhookVerificationError)
  expect(await accepts(body.secret)).not.toThrow()
})

import { sign } from '../infra/local/carrier/signature.ts'
import type { World } from './world.ts'

export const post = (world: World, path: string, form: Record<string, string>, idempotencyToken?: string) => {
  const { settings } = world.parts
  const url = `${settings.required('PUBLIC_URL')}/api${path}`
  return world.request('POST', path, {
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(idempotencyToken && { 'i-twilio-idempotency-token': idempotencyToken }),
      'x-twilio-signature': sign(settings.required('CARRIER_AUTH_TOKEN'), url, form),
    },
    body: new URLSearchParams(form).toString(),
  })
}

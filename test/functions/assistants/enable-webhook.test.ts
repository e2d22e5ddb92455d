import { behavesLikeASwitch, webhook_url } from './switches.ts'

behavesLikeASwitch({
  name: 'enable-webhook',
  message: 'Webhook enabled successfully',
  before: { webhook_url: null, is_webhook_active: false, inbound_webhook_url: null },
  after: { webhook_url, is_webhook_active: true },
})

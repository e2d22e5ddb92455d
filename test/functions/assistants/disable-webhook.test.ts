import { behavesLikeASwitch, webhook_url } from './switches.ts'

behavesLikeASwitch({
  name: 'disable-webhook',
  message: 'Webhook disabled successfully',
  before: { webhook_url, is_webhook_active: true, inbound_webhook_url: webhook_url },
  after: { webhook_url: null, is_webhook_active: false },
})

import { behavesLikeASwitch, webhook_url } from './switches.ts'

behavesLikeASwitch({
  name: 'disable-inbound-webhook',
  message: 'Inbound webhook disabled successfully',
  before: { webhook_url, is_webhook_active: true, inbound_webhook_url: webhook_url },
  after: { inbound_webhook_url: null },
})

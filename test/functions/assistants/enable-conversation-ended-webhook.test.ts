import { behavesLikeASwitch, webhook_url } from './switches.ts'

behavesLikeASwitch({
  name: 'enable-conversation-ended-webhook',
  message: 'Conversation ended webhook enabled successfully',
  before: { conversation_ended_webhook_url: null },
  after: { conversation_ended_webhook_url: webhook_url },
})

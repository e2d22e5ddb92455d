import { behavesLikeASwitch, webhook_url } from './switches.ts'

behavesLikeASwitch({
  name: 'disable-conversation-ended-webhook',
  message: 'Conversation ended webhook disabled successfully',
  before: { conversation_ended_webhook_url: webhook_url },
  after: { conversation_ended_webhook_url: null },
})

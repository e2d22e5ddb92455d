import { closeConversation } from '../../shared/operations/conversations.ts'
import { socket } from '../../shared/runtime/socket.ts'

/** Does nothing: API Gateway may not report a close, but the carrier's callback does. */
export const handler = socket(closeConversation, async ({ log }) => {
  log.info('socket closed')
})

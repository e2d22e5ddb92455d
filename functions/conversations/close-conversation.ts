import { closeConversation } from '../../shared/operations/conversations.ts'
import { socket } from '../../shared/runtime/socket.ts'

/** Does nothing: API Gateway may not report a close, so the carrier's callback counts. */
export const handler = socket(closeConversation, async ({ log }) => {
  log.info('socket closed')
})

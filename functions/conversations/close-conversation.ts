import { closeConversation } from '../../shared/operations/conversations.ts'
import { socket } from '../../shared/runtime/socket.ts'

/** API Gateway may not report a close; the carrier's callback decides. */
export const handler = socket(closeConversation, async ({ log }) => {
  log.info('socket closed')
})

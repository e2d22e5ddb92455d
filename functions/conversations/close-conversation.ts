import { closeConversation } from '../../shared/operations/conversations.ts'
import { socket } from '../../shared/runtime/socket.ts'

/**
 * API Gateway may or may not tell. Whether the talk is over or goes on, the carrier's callback
 * says.
 */
export const handler = socket(closeConversation, async ({ log }) => {
  log.info('socket closed')
})

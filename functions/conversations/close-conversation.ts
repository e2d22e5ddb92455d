import { closeConversation } from '../../shared/operations/conversations.ts'
import { socket } from '../../shared/runtime/socket.ts'

/**
 * API Gateway reports a close or does not. The carrier's callback says whether the talk is over.
 */
export const handler = socket(closeConversation, async ({ log }) => {
  log.info('socket closed')
})

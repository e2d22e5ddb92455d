import { openConversation } from '../../shared/operations/conversations.ts'
import { socket } from '../../shared/runtime/socket.ts'
import { Problem } from '../../shared/words/problem.ts'

/**
 * Only the carrier gets a socket. Its first frame says which call it is for, with the ticket that
 * proves it.
 */
export const handler = socket(openConversation, async ({ headers }, { callbacks }) => {
  if (!(await callbacks.isGenuineSocket(headers))) throw new Problem('invalid_signature')
})

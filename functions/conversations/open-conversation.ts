import { Problem } from '../../shared/domain/problem.ts'
import { openConversation } from '../../shared/operations/conversations.ts'
import { socket } from '../../shared/runtime/socket.ts'

/** Nobody but the carrier gets a socket. Which call it is for, its first frame says, with the ticket that proves it. */
export const handler = socket(openConversation, async ({ headers }, { callbacks }) => {
  if (!(await callbacks.isGenuineSocket(headers))) throw new Problem('invalid_signature')
})

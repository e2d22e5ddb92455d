import { Problem } from '../../shared/domain/problem.ts'
import { openConversation } from '../../shared/operations/conversations.ts'
import { socket } from '../../shared/runtime/socket.ts'

/** Only the carrier gets a socket. Its first frame says which call it is for, with the ticket that proves it. */
export const handler = socket(openConversation, async ({ headers }, { callbacks }) => {
  if (!(await callbacks.isGenuineSocket(headers))) throw new Problem('invalid_signature')
})

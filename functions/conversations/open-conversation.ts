import { openConversation } from '../../shared/operations/conversations.ts'
import { socket } from '../../shared/runtime/socket.ts'
import { Problem } from '../../shared/words/problem.ts'

/** Admits only the carrier. The socket's first frame then names the call and has its ticket. */
export const handler = socket(openConversation, async ({ headers }, { callbacks }) => {
  if (!(await callbacks.isGenuineSocket(headers))) throw new Problem('invalid_signature')
})

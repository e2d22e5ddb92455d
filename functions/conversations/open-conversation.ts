import { openConversation } from '../../shared/operations/conversations.ts'
import { socket } from '../../shared/runtime/socket.ts'
import { Problem } from '../../shared/words/problem.ts'

/** Admits only the carrier. Its first frame names the call and has the call's ticket. */
export const handler = socket(openConversation, async ({ headers }, { callbacks }) => {
  if (!(await callbacks.isGenuineSocket(headers))) throw new Problem('invalid_signature')
})

import { openConversation } from '../../shared/operations/conversations.ts'
import { socket } from '../../shared/runtime/socket.ts'
import { Problem } from '../../shared/words/problem.ts'

/** Admits the carrier only. The first frame names the call and proves it by its ticket. */
export const handler = socket(openConversation, async ({ headers }, { callbacks }) => {
  if (!(await callbacks.isGenuineSocket(headers))) throw new Problem('invalid_signature')
})

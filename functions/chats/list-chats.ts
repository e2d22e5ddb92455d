import { chatMatches } from '../../shared/domain/conversations/chat-filters.ts'
import { cursorAfter, cursorBefore, listedChat, readCursor } from '../../shared/domain/conversations/chat-view.ts'
import { listChats } from '../../shared/operations/chats.ts'
import { http } from '../../shared/runtime/http.ts'

export const handler = http(listChats, async ({ user_id, query, location }, { chats }) => {
  const { per_page = 15, cursor, ...filters } = await query()
  const ask = { ...(cursor !== undefined && readCursor(cursor)), matches: chatMatches(filters) }
  const page = await chats.page(user_id, ask, per_page)
  return {
    data: page.chats.map(listedChat),
    path: location.path,
    per_page,
    next_cursor: cursorBefore(page.next),
    prev_cursor: cursorAfter(page.previous),
  }
})

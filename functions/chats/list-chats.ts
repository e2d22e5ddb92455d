import { cursorAfter, cursorBefore, listedChat, readCursor } from '../../shared/domain/conversations/chat-view.ts'
import { listChats } from '../../shared/operations/chats.ts'
import { http } from '../../shared/runtime/http.ts'

/** Cursors keep the cost of long lists constant. */
export const handler = http(listChats, async ({ user_id, query, location }, { chats }) => {
  const { type, assistant_id, assistant_version, external_identifier, per_page = 15, cursor } = await query()
  const ask = {
    ...(cursor !== undefined && readCursor(cursor)),
    matches: (chat: Parameters<typeof listedChat>[0]) =>
      (type === undefined || chat.type === type) &&
      (assistant_id === undefined || chat.assistant_id === assistant_id) &&
      (assistant_version === undefined || chat.assistant_version === assistant_version) &&
      (external_identifier === undefined || chat.external_identifier === external_identifier),
  }
  const page = await chats.page(user_id, ask, per_page)
  return {
    data: page.chats.map(listedChat),
    path: location.path,
    per_page,
    next_cursor: cursorBefore(page.next),
    prev_cursor: cursorAfter(page.previous),
  }
})

import type { Assistant } from '../assistants/assistant.ts'
import { type Notice, notices } from '../reference/notice.ts'
import type { Call } from './call.ts'
import { wasAnswered } from './placement.ts'

/** The assistant's choice for each notice: spoken, not spoken, or left to the rules. */
export type NoticeWishes = Partial<Record<Notice, boolean>>

/** A call that is not recorded has nothing to say of a recording. */
export const wishesOf = ({
  disclosure,
  recording_notice,
  record,
}: Pick<Assistant, 'disclosure' | 'recording_notice' | 'record'>): NoticeWishes => ({
  ...(disclosure !== null && { ai: disclosure !== 'off' }),
  ...(record && recording_notice !== null && { recording: recording_notice }),
})

/** Notices that are spoken whatever the rules say. */
export const wished = (wishes: NoticeWishes): Notice[] => notices.filter((notice) => wishes[notice])

/**
 * Something is announced in it, it was answered and is over, and the notice was not spoken to its
 * end.
 */
export const wasCut = (call: Pick<Call, 'announces' | 'placement'>, announced_at: number | undefined): boolean =>
  call.announces.length > 0 && wasAnswered(call) && announced_at === undefined

import type { Assistant } from '../assistants/assistant.ts'
import { type Notice, notices } from '../reference/notice.ts'
import type { Call } from './call.ts'
import { wasAnswered } from './placement.ts'

/** The assistant's choice for each notice. Without a choice, the calling rules decide. */
export type NoticeFlags = Partial<Record<Notice, boolean>>

export const noticeFlagsOf = ({
  disclosure,
  recording_notice,
  record,
}: Pick<Assistant, 'disclosure' | 'recording_notice' | 'record'>): NoticeFlags => ({
  ...(disclosure !== null && { ai: disclosure !== 'off' }),
  ...(record && recording_notice !== null && { recording: recording_notice }),
})

export const requestedNotices = (flags: NoticeFlags): Notice[] => notices.filter((notice) => flags[notice])

export const wasCut = (call: Pick<Call, 'announces' | 'placement'>, announced_at: number | undefined): boolean =>
  call.announces.length > 0 && wasAnswered(call) && announced_at === undefined

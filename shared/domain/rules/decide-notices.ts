import type { NoticeWishes } from '../calls/call-notices.ts'
import type { CallingMode } from '../campaigns/calling-mode.ts'
import { type Notice, notices } from '../reference/notice.ts'
import { noticesNeeded } from './notice-rules.ts'

/** The notices that a call is claimed with, and the reasons for its evidence. */
export interface DecidedNotices {
  announces: readonly Notice[]
  facts: {
    announced: readonly Notice[]
    /** Absent when the rules were not asked. */
    needed?: readonly Notice[]
    /** The ids of the rows that need them, the first of them. */
    rows?: readonly string[]
    /** The assistant keeps from being spoken what the rules need. */
    kept_silent?: readonly Notice[]
  }
}

const rowsNamedMax = 5

interface Case {
  records: boolean
  notice_wishes: NoticeWishes
}

/**
 * Under `enforce` what the rules need is spoken, unless the assistant says otherwise; under any
 * other mode what the assistant wants, and nothing besides.
 */
export const decideNotices = (
  { records, notice_wishes }: Case,
  mode: CallingMode,
  regions: readonly string[],
  at: number,
): DecidedNotices => {
  const { needed, rows } = noticesNeeded(regions, at)
  const due = needed.filter((notice) => notice !== 'recording' || records)
  const announces = notices.filter((notice) => notice_wishes[notice] ?? (mode === 'enforce' && due.includes(notice)))
  if (mode === 'off') return { announces, facts: { announced: announces } }
  const kept_silent = due.filter((notice) => notice_wishes[notice] === false)
  return {
    announces,
    facts: {
      announced: announces,
      needed: due,
      ...(due.length > 0 && { rows: rows.slice(0, rowsNamedMax) }),
      ...(kept_silent.length > 0 && { kept_silent }),
    },
  }
}

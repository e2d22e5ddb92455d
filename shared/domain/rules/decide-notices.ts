import type { NoticeFlags } from '../calls/call-notices.ts'
import type { CallingMode } from '../campaigns/calling-mode.ts'
import { type Notice, notices } from '../reference/notice.ts'
import { noticesNeeded } from './notice-rules.ts'

export interface DecidedNotices {
  announces: readonly Notice[]
  facts: {
    announced: readonly Notice[]
    needed?: readonly Notice[]
    /** Ids of up to `rowsNamedMax` rules that require the notices. */
    rows?: readonly string[]
    kept_silent?: readonly Notice[]
  }
}

const rowsNamedMax = 5

interface Case {
  records: boolean
  notice_wishes: NoticeFlags
}

/**
 * Follows the assistant's settings. In mode `enforce`, required notices without a setting are
 * spoken too.
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

import { turnCostMax } from '../../domain/conversations/text-talk-cost.ts'
import { hourlyShare } from '../../table/hourly-share.ts'
import { rateKey } from '../../table/keys.ts'
import type { Table } from '../../table/table.ts'
import type { Micros } from '../../words/money.ts'

type Taken = { isAllowed: true } | { isAllowed: false; resetSeconds: number }

/** Limits turns of text conversations, because users do not pay for them. */
export interface TalkTurns {
  /** At the limit, returns seconds until the next hour. */
  take(user_id: number, now: number): Promise<Taken>
  settle(user_id: number, now: number, cost: Micros): Promise<void>
}

const turnsPerHour = 100
/** Micros: maximum model cost per user and hour, which the operator pays. */
const costPerHour = 1_000_000

export const talkTurns = ({ table }: { table: Table }): TalkTurns => ({
  take: (user_id, now) => {
    const requests = { add: 1, max: turnsPerHour }
    const cost = { add: turnCostMax, max: costPerHour }
    return hourlyShare(table, { user_id, kind: 'talk', now }, { requests, cost })
  },

  settle: async (user_id, now, cost) => {
    const hour = Math.floor(now / 3_600_000)
    await table.write([{ update: rateKey(user_id, 'talk', hour), add: { cost: cost - turnCostMax } }])
  },
})

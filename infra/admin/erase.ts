import { belongingNouns } from '../../shared/data/user-data.ts'
import { historyNouns } from '../../shared/domain/history/history-ref.ts'
import { recordingsOf } from './recordings.ts'
import { refuse } from './refusal.ts'
import type { Tools } from './tools.ts'

/** Work that was under way may write once more behind our back; it has nothing left to do the second time. */
const roundsMax = 5

/**
 * Erases everything of one user. First tokens, numbers and campaigns are closed, so that nothing begins any more. With calls
 * still live it refuses, to be run again when they are over. The user's own record goes last, so that a second run finds what
 * a killed one left behind; erasing an unknown user is no mistake.
 */
export const eraseUser = async (user: number, tools: Tools) => {
  const { userData, campaigns, histories, clock, stack, showProgress } = tools
  let items = 0
  const eraseAll = async (noun: (typeof belongingNouns)[number]) => {
    for (let erased = 1; erased > 0; ) {
      erased = await userData.erase(user, noun)
      items += erased
      showProgress(`${items} items erased`)
    }
  }
  for (const noun of ['token', 'number'] as const) await eraseAll(noun)
  const dialling = (await campaigns.list(user)).filter(({ status }) => status === 'in-progress')
  for (const { id } of dialling) await campaigns.stop({ user_id: user, campaign_id: id }, 'erased', clock.now())

  const live = await liveCalls(user, tools)
  if (live > 0)
    refuse(
      `${live} ${live === 1 ? 'call is' : 'calls are'} live. The tokens and numbers of user ${user} are erased and the campaigns stopped, ` +
        'so no new ones begin: run this again when they are over.',
    )

  // A sealer takes back what it wrote once its history is gone, unless it dies over that: so it is waited for.
  const runningUntil = await histories.runningUntil(user)
  for (const noun of historyNouns) await eraseAll(`${noun}-history`)
  await clock.sleep(Math.max(0, runningUntil - clock.now()))

  const recordings = recordingsOf(user, stack.parts)
  let silenced = 0
  const eraseRecordings = async () => {
    for await (const keys of recordings.pages()) {
      await Promise.all(keys.map((key) => recordings.remove(key)))
      silenced += keys.length
    }
  }
  for (let round = 1, before = -1; round <= roundsMax && items + silenced > before; round++) {
    before = items + silenced
    for (const noun of belongingNouns) await eraseAll(noun)
    await eraseRecordings()
  }
  return { erased: true, items, recordings: silenced }
}

const liveCalls = async (user: number, { userData }: Tools): Promise<number> => {
  let live = 0
  let after: string | undefined
  do {
    const page = await userData.page(user, 'call', after)
    live += page.filter(({ data }) => data.closed_at === undefined).length
    after = page.at(-1)?.key
  } while (after !== undefined)
  return live
}

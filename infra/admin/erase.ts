import { belongingNouns } from '../../shared/data/people/user-data.ts'
import { historyNouns } from '../../shared/table/history-ref.ts'
import { knowledgeOf, recordingsOf } from './recordings.ts'
import { refuse } from './refusal.ts'
import type { Tools } from './tools.ts'

/**
 * No request, import or run of a sealer that began before the doors were closed writes for longer.
 */
const underWayMs = 150_000
/** Pages that have come in meanwhile are few. */
const roundsMax = 5

type ErasingTools = Pick<Tools, 'userData' | 'users' | 'campaigns' | 'clock' | 'showProgress'> & {
  stack: { parts: Parameters<typeof recordingsOf>[1] }
}

/**
 * Erases everything of one user. First the doors are closed, so that nothing begins any more: no
 * request is known, no campaign dials or takes leads in, no sealer makes a history. With calls
 * still live it refuses, to be run again when they are over. What was under way is waited for. The
 * user's own record goes last, so that a second run finds what a killed one left behind; erasing an
 * unknown user is no mistake.
 */
export const eraseUser = async (user: number, tools: ErasingTools) => {
  const { userData, users, campaigns, clock, stack, showProgress } = tools
  let items = 0
  const eraseAll = async (noun: (typeof belongingNouns)[number]) => {
    for (let erased = 1; erased > 0; ) {
      erased = await userData.erase(user, noun)
      items += erased
      showProgress(`${items} items erased`)
    }
  }
  const isKnown = await users.close(user, clock.now())
  for (const noun of ['token', 'number'] as const) await eraseAll(noun)
  const dialling = (await campaigns.list(user)).filter(({ status }) => status === 'in-progress')
  for (const { id } of dialling) await campaigns.stop({ user_id: user, campaign_id: id }, undefined, clock.now())

  const live = await liveCalls(user, tools)
  if (live > 0)
    refuse(
      `${live} ${live === 1 ? 'call is' : 'calls are'} live. The tokens and numbers of user ${user} are erased and the campaigns stopped, ` +
        'so no new ones begin: run this again when they are over.',
    )

  // Without campaign an import ends, and without head a sealer.
  for (const noun of ['campaign', ...historyNouns.map((noun) => `${noun}-history` as const)] as const)
    await eraseAll(noun)
  if (isKnown) {
    showProgress(`Waiting ${underWayMs / 1000} seconds for what is under way`)
    await clock.sleep(underWayMs)
  }

  let silenced = 0
  let forgotten = 0
  const eraseObjects = async () => {
    for await (const keys of recordings.pages()) {
      await Promise.all(keys.map((key) => recordings.remove(key)))
      silenced += keys.length
    }
    for await (const keys of knowledge.pages()) {
      await Promise.all(keys.map((key) => knowledge.remove(key)))
      forgotten += keys.length
    }
  }
  const [recordings, knowledge] = [recordingsOf(user, stack.parts), knowledgeOf(user, stack.parts)]
  for (let round = 1, before = -1; round <= roundsMax && items + silenced + forgotten > before; round++) {
    before = items + silenced + forgotten
    for (const noun of belongingNouns) await eraseAll(noun)
    await eraseObjects()
  }
  return { erased: true, items, recordings: silenced, documents: forgotten }
}

const liveCalls = async (user: number, { userData }: Pick<Tools, 'userData'>): Promise<number> => {
  let live = 0
  let after: string | undefined
  do {
    const page = await userData.page(user, 'call', after)
    live += page.filter(({ data }) => data.closed_at === undefined).length
    after = page.at(-1)?.key
  } while (after !== undefined)
  return live
}

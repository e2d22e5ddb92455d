import type { Assistant } from '../../domain/assistants/assistant.ts'
import type { Draft } from '../../domain/assistants/assistant-draft.ts'
import { type Author, canaryFacts, nextNumber } from '../../domain/assistants/assistant-version.ts'
import {
  type ArmChoice,
  type Arms,
  admit,
  type CallOutcome,
  countCall,
  countOptOut,
  emptyShare,
  type Guard,
  type LiveRollout,
  type Rollout,
  type RolloutPlace,
  type RolloutShare,
  sharesOf,
  together,
} from '../../domain/assistants/rollout.ts'
import { rolledBackPayload } from '../../domain/webhooks/webhook-payload.ts'
import { lost, type StoreParts, untilWritten } from '../../table/compare-and-set.ts'
import { assistantKey, rolloutKey, rolloutShareKey } from '../../table/keys.ts'
import { isNew, type Table, when, without } from '../../table/table.ts'
import { idAt } from '../../words/id.ts'
import { draftRemoval } from '../assistants/assistant-drafts.ts'
import { versionWrites } from '../assistants/assistant-versions.ts'
import { changeWrite, findAssistant, numberMoves, rolloutEnd } from '../assistants/assistants.ts'
import { eventDeliveryWrites } from './deliveries.ts'
import { findEventWebhook } from './event-webhooks.ts'

export interface Beginning {
  id: number
  live: Assistant
  canary: Assistant
  draft: Draft
  author: Author
  terms: { percent: number; guards: Guard[]; after_calls: number }
}

/** Only the newest rollout of an assistant is kept. */
export interface Rollouts {
  find(user_id: number, assistant_id: number): Promise<Rollout | undefined>
  arms(rollout: Rollout): Promise<Arms>
  /** Begins a rollout and removes the draft. Undefined on a conflict. */
  begin(beginning: Beginning): Promise<number | undefined>
  admit(user_id: number, rollout: LiveRollout, place: RolloutPlace): Promise<ArmChoice>
  /**
   * Counts a phone call once. Returns the counts of live version and canary, also when repeated, so
   * that a retry can compare them.
   */
  count(rollout: Rollout, place: RolloutPlace, outcome: CallOutcome | undefined): Promise<Arms>
  countOptOut(rollout: Rollout, place: RolloutPlace): Promise<Arms>
  /**
   * Records that the canary passed all checks. The limit of people with the canary then no longer
   * applies.
   */
  prove(rollout: Rollout): Promise<void>
  /** Undefined on a conflict. */
  finish(live: Assistant, canary: Assistant, author: Author): Promise<number | undefined>
  /** `rolled_back` records an event. False when the rollout has ended. */
  end(rollout: Rollout, state: 'aborted' | 'rolled_back', reason: string, now: number): Promise<boolean>
}

const keptSeconds = 400 * 24 * 60 * 60

export const rollouts = (parts: StoreParts): Rollouts => {
  const { table } = parts
  return {
    arms: (rollout) => arms(table, rollout),

    find: async (user_id, assistant_id) => {
      const stored = await table.get<Rollout>(rolloutKey(user_id, assistant_id))
      return stored && without(stored, 'pk', 'sk')
    },

    begin: begin(parts),

    admit: (user_id, rollout, place) =>
      untilWritten(parts, 'rollout', async () => {
        const at = { user_id, id: rollout.id, share: place.share }
        const before = rollout.is_proven ? emptyShare : await readShare(table, at)
        const admission = admit(rollout, before, place)
        return !admission.share || (await writeShare(parts, at, { before, after: admission.share })) ? admission : lost
      }),

    count: (rollout, place, outcome) => changeShare(parts, rollout, place, (share) => countCall(share, place, outcome)),
    countOptOut: (rollout, place) => changeShare(parts, rollout, place, (share) => countOptOut(share, place)),

    prove: async ({ user_id, assistant_id, id, version, percent, after_calls }) => {
      const proven: LiveRollout = { id, version, percent, after_calls, is_proven: true }
      await table.write([{ update: assistantKey(user_id, assistant_id), set: { rollout: proven }, when: isOf({ id }) }])
    },

    finish: finish(parts),
    end: end(parts),
  }
}

interface ShareRef {
  user_id: number
  id: number
  share: number
}

const readShare = async (table: Table, { user_id, id, share }: ShareRef): Promise<RolloutShare> =>
  (await table.get<RolloutShare>(rolloutShareKey(user_id, id, share))) ?? emptyShare

const writeShare = async (
  { table, clock }: StoreParts,
  { user_id, id, share }: ShareRef,
  { before: { revision }, after }: { before: RolloutShare; after: RolloutShare },
): Promise<boolean> => {
  const put = {
    ...rolloutShareKey(user_id, id, share),
    ...after,
    revision: revision + 1,
    expires_at_seconds: Math.ceil(clock.now() / 1000) + keptSeconds,
  }
  return (await table.write([{ put, when: revision === 0 ? isNew : when('#revision = :revision', { revision }) }])).done
}

const changeShare = (
  parts: StoreParts,
  rollout: Rollout,
  { share }: RolloutPlace,
  step: (share: RolloutShare) => RolloutShare | undefined,
): Promise<Arms> =>
  untilWritten(parts, 'rollout', async () => {
    const at = { user_id: rollout.user_id, id: rollout.id, share }
    const before = await readShare(parts.table, at)
    const after = step(before)
    return !after || (await writeShare(parts, at, { before, after })) ? arms(parts.table, rollout) : lost
  })

const arms = async (table: Table, { user_id, id, after_calls }: Rollout): Promise<Arms> => {
  const keys = Array.from({ length: sharesOf({ after_calls }) }, (_, share) => rolloutShareKey(user_id, id, share))
  return together(await table.getMany<RolloutShare>(keys))
}

const isOf = ({ id }: Pick<Rollout, 'id'>) => when('#rollout.#id = :id', { id })

const begin =
  ({ table, clock }: StoreParts): Rollouts['begin'] =>
  async ({ id, live, canary, draft, author, terms }) => {
    const { user_id, id: assistant_id } = live
    const at = clock.now()
    const version = nextNumber(live)
    const made = { ...canary, version, updated_at: at }
    const rollout: Rollout = {
      ...{ id, user_id, assistant_id, base_version: live.version, version, ...terms },
      ...{ state: 'running', reason: null, started_at: at, ended_at: null },
    }
    const { percent, after_calls } = terms
    const next: Assistant = { ...live, versions_used: version, rollout: { id, version, percent, after_calls } }
    const written = await table.write([
      changeWrite(live, next),
      ...versionWrites({ ...made, version_facts: canaryFacts(made, author) }, at),
      { put: { ...rolloutKey(user_id, assistant_id), ...rollout } },
      draftRemoval(draft),
    ])
    return written.done ? version : undefined
  }

const finish =
  ({ table, clock }: StoreParts): Rollouts['finish'] =>
  async (live, canary, author) => {
    const at = clock.now()
    const made = { ...canary, updated_at: at }
    const next = { ...made, version_facts: canaryFacts(made, author) }
    const written = await table.write([
      changeWrite(live, next, ['rollout']),
      ...numberMoves(live, next),
      ...versionWrites(live, at),
      rolloutEnd(live, { state: 'finished', reason: 'The canary was made live.', at }),
    ])
    return written.done ? canary.version : undefined
  }

const end =
  (parts: StoreParts): Rollouts['end'] =>
  (rollout, state, reason, now) =>
    untilWritten(parts, 'rollout', async () => {
      const { table, random } = parts
      const { user_id, assistant_id, id } = rollout
      const live = await findAssistant(table, user_id, assistant_id)
      if (live?.rollout?.id !== id) return false
      const url = state === 'rolled_back' ? await findEventWebhook(table, user_id) : undefined
      const event_id = idAt(now, random.number())
      const payload = rolledBackPayload({ id: event_id, rollout, reason }, now)
      const written = await table.write([
        { update: assistantKey(user_id, assistant_id), remove: ['rollout'], when: isOf(rollout) },
        rolloutEnd(live, { state, reason, at: now }),
        ...eventDeliveryWrites({ id: event_id, user_id, at: now, payload }, url),
      ])
      return written.done ? true : lost
    })

import * as z from 'zod'
import { hashOf } from '../../words/canonical.ts'
import { flag, integer, optional } from '../../words/fields.ts'
import { finding, form, withUnsupported } from '../../words/form.ts'
import type { FieldErrors } from '../../words/problem.ts'
import { isoTime } from '../../words/time.ts'
import type { Assistant } from './assistant.ts'
import { AssistantChanges } from './assistant-form.ts'
import { settingsOf, type VersionSettings } from './assistant-version.ts'
import { differences } from './assistant-version-view.ts'
import { SettingsItem, settingsView } from './assistant-view.ts'

/** Settings that no call uses yet. Only differences from the live settings are stored. */
export interface Draft {
  user_id: number
  assistant_id: number
  revision: number
  changes: Partial<VersionSettings>
  note: string | null
  token_id: string
  updated_at: number
}

/** `revision`: revision of the draft that the client read; 0: no draft. */
export const DraftChanges = withUnsupported(
  {
    ...form({ ...AssistantChanges.fields, revision: optional(integer({ min: 0 })) }),
    ...(AssistantChanges.aliases && { aliases: AssistantChanges.aliases }),
  },
  AssistantChanges.unsupported ?? [],
)

export const DraftView = z.object({
  revision: z.int(),
  note: z.string().nullable(),
  token_id: z.string(),
  updated_at: z.string(),
  live_version: z.int(),
  settings: SettingsItem,
  changes: z.array(z.object({ name: z.string(), before: z.unknown(), after: z.unknown() })),
})

export const draftView = (live: Assistant, draft: Draft): z.input<typeof DraftView> => {
  const settings = settingsOf(drafted(live, draft.changes))
  return {
    revision: draft.revision,
    note: draft.note,
    token_id: draft.token_id,
    updated_at: isoTime(draft.updated_at),
    live_version: live.version,
    settings: settingsView(settings),
    changes: differences(settingsOf(live), settings),
  }
}

export const drafted = (live: Assistant, changes: Partial<VersionSettings>): Assistant => ({ ...live, ...changes })

export const changesOf = (live: Assistant, next: Assistant): Partial<VersionSettings> => {
  const before: Record<string, unknown> = { ...live }
  const differing = Object.entries(settingsOf(next)).filter(
    ([name, value]) => hashOf(value ?? null) !== hashOf(before[name] ?? null),
  )
  return Object.fromEntries(differing)
}

export const choiceFields = { draft: optional(flag()), version: optional(integer({ min: 1 })) }

export interface Choice {
  draft?: boolean | undefined
  version?: number | undefined
}

export const choiceRule = ({ draft, version }: Choice): FieldErrors =>
  draft && version !== undefined
    ? finding('version', 'The :attribute field must be left out when the draft is chosen.')
    : {}

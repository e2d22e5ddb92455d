import type { Assistant } from '../../domain/assistants/assistant.ts'
import {
  liveVersion,
  settingsOf,
  type Version,
  type VersionSettings,
  versionKeptDays,
  versionsMax,
} from '../../domain/assistants/assistant-version.ts'
import { assistantSettingsKey, assistantVersionKey, type StoredKey } from '../../table/keys.ts'
import { type Table, type Write, without } from '../../table/table.ts'
import type { Clock } from '../../words/clock.ts'
import { packed, unpacked } from './packed-assistant.ts'

export interface AssistantVersions {
  list(user_id: number, id: number): Promise<Version[]>
  /** Undefined for a live or expired version. */
  find(user_id: number, id: number, number: number): Promise<Version | undefined>
  settings(user_id: number, id: number, number: number): Promise<VersionSettings | undefined>
}

interface Kept extends StoredKey {
  number: number
  expires_at_seconds: number
}

export const assistantVersions = ({ table, clock }: { table: Table; clock: Clock }): AssistantVersions => {
  const isKept = ({ expires_at_seconds }: Kept) => expires_at_seconds * 1000 > clock.now()
  return {
    list: async (user_id, id) => {
      const { pk, sk: from } = assistantVersionKey(user_id, id, 0)
      const { sk: to } = assistantVersionKey(user_id, id, versionsMax)
      const items = await table.query<Version & Kept>({ pk, from, to })
      return items
        .filter(isKept)
        .toSorted((one, other) => other.number - one.number)
        .map(read)
    },

    find: async (user_id, id, number) => {
      const stored = await table.get<Version & Kept>(assistantVersionKey(user_id, id, slotOf(number)))
      return stored?.number === number && isKept(stored) ? read(stored) : undefined
    },

    settings: async (user_id, id, number) => {
      const stored = await table.get<VersionSettings & Kept>(assistantSettingsKey(user_id, id, slotOf(number)))
      return stored?.number === number && isKept(stored) ? readSettings(stored) : undefined
    },
  }
}

const read = (stored: Version & Kept): Version => without(stored, 'pk', 'sk', 'expires_at_seconds')

const readSettings = (stored: VersionSettings & Kept): VersionSettings =>
  unpacked<VersionSettings>(without(stored, 'pk', 'sk', 'number', 'expires_at_seconds'))

export const findCanary = async (
  table: Table,
  user_id: number,
  id: number,
  number: number,
): Promise<VersionSettings | undefined> => {
  const stored = await table.get<VersionSettings & Kept>(assistantSettingsKey(user_id, id, slotOf(number)))
  return stored?.number === number ? readSettings(stored) : undefined
}

const slotOf = (number: number): number => number % versionsMax

export const versionWrites = (before: Assistant, now: number): Write[] => {
  const { user_id, id, version: number } = before
  const expires_at_seconds = Math.ceil(now / 1000) + versionKeptDays * 24 * 60 * 60
  const slot = slotOf(number)
  return [
    { put: { ...assistantVersionKey(user_id, id, slot), ...liveVersion(before), expires_at_seconds } },
    { put: { ...assistantSettingsKey(user_id, id, slot), number, ...packed(settingsOf(before)), expires_at_seconds } },
  ]
}

const deletesAtOnce = 20

export const clearVersions = async (table: Table, assistant: Assistant): Promise<void> => {
  const { user_id, id } = assistant
  const last = assistant.versions_used ?? assistant.version - 1
  const slots = Array.from({ length: Math.min(last, versionsMax) }, (_, back) => slotOf(last - back))
  const keys = slots.flatMap((slot) => [
    assistantSettingsKey(user_id, id, slot),
    assistantVersionKey(user_id, id, slot),
  ])
  for (let first = 0; first < keys.length; first += deletesAtOnce)
    await Promise.all(keys.slice(first, first + deletesAtOnce).map((key) => table.write([{ delete: key }])))
}

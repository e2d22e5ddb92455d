import * as z from 'zod'
import { hashOf } from '../../words/canonical.ts'
import { isoTime } from '../../words/time.ts'
import type { Version, VersionSettings } from './assistant-version.ts'
import { SettingsItem, settingsView } from './assistant-view.ts'

const listed = {
  number: z.int(),
  hash: z.string(),
  note: z.string().nullable(),
  created_at: z.string(),
  token_id: z.string().nullable(),
  restored_from: z.int().nullable(),
  is_live: z.boolean(),
  calls: z.int(),
}

export const VersionItem = z.object(listed)

export const FullVersion = z.object({
  ...listed,
  settings: SettingsItem,
  /** The version with which `changes` compares; null if that version is not kept. */
  compared_to: z.int().nullable(),
  changes: z.array(z.object({ name: z.string(), before: z.unknown(), after: z.unknown() })),
})

export const versionView = (
  { at, ...version }: Version,
  { live, calls }: { live: number; calls: number },
): z.input<typeof VersionItem> => ({
  ...version,
  created_at: isoTime(at),
  is_live: version.number === live,
  calls,
})

export const differences = (before: VersionSettings, after: VersionSettings) => {
  const [old, young] = [before, after].map((settings): Record<string, unknown> => settingsView(settings))
  return Object.keys(SettingsItem.shape).flatMap((name) =>
    hashOf(old?.[name]) === hashOf(young?.[name]) ? [] : [{ name, before: old?.[name], after: young?.[name] }],
  )
}

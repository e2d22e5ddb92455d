import { hashOf } from '../../words/canonical.ts'
import type { Assistant, VersionFacts } from './assistant.ts'

export interface Version extends VersionFacts {
  number: number
}

export type Author = Partial<Pick<VersionFacts, 'note' | 'token_id' | 'restored_from' | 'made_by'>>

const others = [
  'id',
  'user_id',
  'uuid',
  'status',
  'updated_at',
  'version',
  'version_facts',
  'versions_used',
  'rollout',
] as const

export type VersionSettings = Omit<Assistant, (typeof others)[number]>

export const draftVersion = 0

export const versionsMax = 200
export const versionKeptDays = 400
export const noteLengthMax = 500

export const settingsOf = (assistant: Assistant): VersionSettings => {
  const settings: Partial<Assistant> = { ...assistant }
  for (const name of others) delete settings[name]
  return settings as VersionSettings
}

export const settingsAt = (
  assistant: Assistant,
  number: number,
  kept: VersionSettings | undefined,
): VersionSettings | undefined => (number === assistant.version ? settingsOf(assistant) : kept)

export const liveVersion = ({ version, version_facts }: Assistant): Version => ({ number: version, ...version_facts })

const factsOf = (
  assistant: Assistant,
  { note = null, token_id = null, restored_from = null, made_by }: Author,
): VersionFacts => ({
  hash: hashOf(settingsOf(assistant)),
  note,
  token_id,
  restored_from,
  ...(made_by !== undefined && { made_by }),
  at: assistant.updated_at,
})

export const firstVersion = (assistant: Assistant, author: Author): Assistant => ({
  ...assistant,
  version: 1,
  version_facts: factsOf(assistant, author),
})

export const nextVersion = (before: Assistant, after: Assistant, author: Author): Assistant => {
  const facts = factsOf(after, author)
  const { version, version_facts } = before
  return facts.hash === hashOf(settingsOf(before))
    ? { ...after, version, version_facts }
    : { ...after, version: nextNumber(before), version_facts: facts }
}

/** Returns the next version number. Numbers of ended canaries are not used again. */
export const nextNumber = ({
  version,
  versions_used = version,
}: Pick<Assistant, 'version' | 'versions_used'>): number => Math.max(version, versions_used) + 1

export const canaryFacts = (canary: Assistant, author: Author): VersionFacts => factsOf(canary, author)

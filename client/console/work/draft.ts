import { draftOf } from '../session.ts'
import { isRecord, memberOf } from './catalogue.ts'
import { isSecret } from './field-frame.tsx'

export type Entered = Readonly<Record<string, unknown>>

export interface Unsaved {
  /** State of the edited object when its form was opened; undefined for a new object. */
  revision?: string | undefined
  before: Entered
  changed: Entered
  key?: string | undefined
}

export const readDraft = (about: string): Unsaved | undefined => {
  const text = draftOf(about).read()
  if (text === undefined) return undefined
  const read: unknown = JSON.parse(text)
  const [before, changed, revision, key] = ['before', 'changed', 'revision', 'key'].map((name) => memberOf(read, name))
  if (!isRecord(before) || !isRecord(changed)) return undefined
  return { before, changed, revision: textOf(revision), key: textOf(key) }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const isKept = (name: string) => !isSecret(name)

/** Keeps a draft for this tab, without secrets. */
export const keepDraft = (about: string, { key, ...draft }: Unsaved): void => {
  const names = Object.keys(draft.changed)
  if (!names.some(isKept)) {
    forgetDraft(about)
    return
  }
  const kept = {
    ...draft,
    before: only(draft.before, isKept),
    changed: only(draft.changed, isKept),
    // Drops the idempotency key, because a request without the secrets is another request.
    key: names.every(isKept) ? key : undefined,
  }
  draftOf(about).keep(JSON.stringify(kept))
}

/** Removes a draft after `changed` was saved, unless the draft has other entries by now. */
export const forgetSaved = (about: string, changed: Entered): void => {
  if (isSame(readDraft(about)?.changed, only(changed, isKept))) forgetDraft(about)
}

export const forgetDraft = (about: string): void => draftOf(about).forget()

const only = (values: Entered, isKept: (name: string) => boolean): Entered =>
  Object.fromEntries(Object.entries(values).filter(([name]) => isKept(name)))

export const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** Removes empty list items, and fields without a name or value. */
export const cleaned = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(cleaned).filter((item) => item !== undefined && item !== '')
  if (!isRecord(value)) return typeof value === 'string' && value.trim() === '' ? undefined : value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
      const clean = name === '' ? undefined : cleaned(member)
      return clean === undefined || clean === null ? [] : [[name, clean]]
    }),
  )
}

import { languageByName } from '../../shared/domain/reference/languages.ts'
import { defaultTextModel } from '../../shared/domain/reference/models.ts'
import { isMadeForOthers, voices } from '../../shared/domain/reference/voices.ts'
import { type ExportedFields, type FieldRow, isValues, type Say } from './rows.ts'

/** A request to send. Links in its body are replaced by ids that earlier requests returned. */
export interface MigrationStep {
  /** Name of the new object in links, such as `tool 12`. The exported object has the id 12. */
  as: string
  operation: 'createTool' | 'createAssistant' | 'createCampaign' | 'importLeads' | 'importNumber' | 'blacklistNumber'
  body: ExportedFields
}

export interface StepLink {
  id_of: string
}

export interface Defaults {
  language: string
  timezone: string
  model?: string | undefined
  voice?: number | undefined
  retryUnit: 'minutes' | 'seconds'
}

export interface Vendor {
  tables: Readonly<Record<string, readonly FieldRow[]>>
  kindOf(record: ExportedFields): string | undefined
  requestsOf(records: Records, defaults: Defaults, sayOf: (name: string) => Say): MigrationStep[]
}

export type Records = (kind: string) => ExportedFields[]

export const recordsIn = (file: unknown, kindOf: Vendor['kindOf']): { kind: string; record: ExportedFields }[] => {
  if (Array.isArray(file)) return file.flatMap((one) => recordsIn(one, kindOf))
  if (!isValues(file)) return []
  const kind = kindOf(file)
  return kind ? [{ kind, record: file }] : Object.values(file).flatMap((one) => recordsIn(one, kindOf))
}

export const linkTo = (as: string): StepLink => ({ id_of: as })

export const isLink = (value: unknown): value is StepLink => isValues(value) && typeof value.id_of === 'string'

export const completed = (body: ExportedFields, defaults: Defaults, say: Say): ExportedFields => {
  const add = (field: string, value: unknown, words = `${field}: ${value} stands in`) => {
    if (body[field] !== undefined) return
    body[field] = value
    say(words)
  }
  add('assistant_name', 'Assistant')
  add('language', defaults.language)
  body.engine_type ??= 'pipeline'
  add('calls_direction', 'make')
  add('timezone', defaults.timezone)
  const spoken = languageByName(String(body.language))
  const fitting = voices.filter((one) => one.mode === body.engine_type && !(spoken && isMadeForOthers(one, spoken)))
  const native = fitting.find(({ name }) => name.includes(`(${body.language},`))
  add('voice_id', defaults.voice ?? (native ?? fitting[0])?.id)
  add('llm_model', defaults.model ?? defaultTextModel.name)
  add('initial_message', 'Hello.', 'initial_message: "Hello." stands in; write the first words')
  add('system_prompt', 'You are friendly and brief.', 'system_prompt: the export has none; write one')
  return body
}

export const isTool = (body: ExportedFields, say: Say): boolean => {
  if (!/^https:\/\//.test(String(body.endpoint ?? ''))) {
    say('not carried over: a tool needs an endpoint of its own that begins with https://')
    return false
  }
  body.description ??= `Calls ${body.name}`
  return true
}

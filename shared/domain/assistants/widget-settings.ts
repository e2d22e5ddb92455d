import * as z from 'zod'
import { documented, flag, integer, list, object, oneOf, optional, sentences, text } from '../../words/fields.ts'
import { finding, merge } from '../../words/form.ts'
import type { FieldErrors } from '../../words/problem.ts'
import { given } from '../../words/setting.ts'
import type { Stage } from '../../words/stage.ts'

const originsMax = 20
const preChatFieldsMax = 10
const labelLengthMax = 100

const positions = ['right-bottom', 'left-bottom', 'right-top', 'left-top'] as const

/** An input before the chat. Its value becomes the variable `name`. */
export interface PreChatField {
  name: string
  label: string
  required: boolean
}

const variableName = /^\w+$/
const color = /^#[0-9a-fA-F]{6}$/
const colorSentence = 'The :attribute field must be a color like #3B82F6.'
const originSentence = 'The :attribute field must be an origin like https://www.example.com.'

const originOf = (value: string): string | undefined => {
  const url = /^https?:\/\/[^/\\?#@*%\s]+\/?$/i.test(value) ? URL.parse(value) : null
  return url && (url.protocol === 'https:' || isLocal(url.origin)) ? url.origin : undefined
}

const isLocal = (origin: string): boolean => /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/.test(origin)

const origin = () =>
  documented(
    text({ max: 300 }).transform((value, context) => {
      const read = originOf(value)
      if (read !== undefined) return read
      context.addIssue(originSentence)
      return z.NEVER
    }),
    { type: 'string', minLength: 1, maxLength: 300, format: 'uri' },
  )

const preChatField = object({
  name: documented(
    text({ max: labelLengthMax }).refine((name) => variableName.test(name) && name !== '__proto__', {
      error: 'The :attribute field format is invalid.',
    }),
    { pattern: variableName.source },
  ),
  label: text({ max: labelLengthMax }),
  required: optional(flag()),
}).transform((field): PreChatField => ({ ...field, required: field.required ?? false }))

const label = () => optional(text({ max: labelLengthMax }))

const members = {
  enabled: optional(flag()),
  allowed_origins: optional(list(origin(), { max: originsMax })),
  voice: optional(flag()),
  chat: optional(flag()),
  position: optional(oneOf(positions)),
  color: optional(
    documented(
      text({ max: 7 }).refine((value) => color.test(value), { error: colorSentence }),
      { pattern: color.source },
    ),
  ),
  header_title: label(),
  header_subtitle: label(),
  button_main_text: label(),
  button_sub_text: label(),
  start_button_text: label(),
  modal_title: label(),
  modal_description: label(),
  calls_per_hour: optional(integer({ min: 1, max: 1000 })),
  calls_at_once: optional(integer({ min: 1, max: 50 })),
  max_duration: optional(integer({ min: 20, max: 1200 })),
  messages_per_conversation: optional(integer({ min: 1, max: 200 })),
  pre_chat_fields: optional(list(preChatField, { max: preChatFieldsMax })),
}

export interface WidgetSettings {
  enabled: boolean
  allowed_origins: string[]
  voice: boolean
  chat: boolean
  position: (typeof positions)[number]
  color: string
  header_title: string
  header_subtitle: string
  button_main_text: string
  button_sub_text: string
  start_button_text: string
  modal_title: string
  modal_description: string
  calls_per_hour: number
  calls_at_once: number
  max_duration: number
  messages_per_conversation: number
  pre_chat_fields: PreChatField[]
}

export const widgetDefaults: WidgetSettings = {
  enabled: false,
  allowed_origins: [],
  voice: false,
  chat: true,
  position: 'right-bottom',
  color: '#3B82F6',
  header_title: 'Voice AI',
  header_subtitle: 'Ready to help ✨',
  button_main_text: 'Need help?',
  button_sub_text: 'Start voice chat ✨',
  start_button_text: 'Start Voice Chat',
  modal_title: 'Ready to chat?',
  modal_description: 'Click below to start your voice conversation',
  calls_per_hour: 60,
  calls_at_once: 5,
  max_duration: 600,
  messages_per_conversation: 50,
  pre_chat_fields: [],
}

const usual: Record<string, unknown> = { ...widgetDefaults }
for (const [name, member] of Object.entries(members)) documented(member, { default: usual[name] })

const field = z
  .strictObject(members, {
    error: (issue) => {
      if (issue.code === 'unrecognized_keys') return `The :attribute field has no member ${issue.keys?.join(', ')}.`
      return issue.input === undefined ? sentences.required : sentences.object
    },
  })
  .transform((sent): Partial<WidgetSettings> => given(sent))

const shown = z
  .object({
    enabled: z.boolean(),
    allowed_origins: z.array(z.string()),
    voice: z.boolean(),
    chat: z.boolean(),
    position: z.enum(positions),
    color: z.string(),
    header_title: z.string(),
    header_subtitle: z.string(),
    button_main_text: z.string(),
    button_sub_text: z.string(),
    start_button_text: z.string(),
    modal_title: z.string(),
    modal_description: z.string(),
    calls_per_hour: z.int(),
    calls_at_once: z.int(),
    max_duration: z.int(),
    messages_per_conversation: z.int(),
    pre_chat_fields: z.array(z.object({ name: z.string(), label: z.string(), required: z.boolean() })),
  })
  .partial()

/**
 * Empty until the client sends the first widget setting. Then all widget settings are stored, with
 * defaults.
 */
export const widgetSettings = {
  field,
  shown,
  isFree: true,
  join: (sent: Partial<WidgetSettings>, stored: Partial<WidgetSettings> | undefined): Partial<WidgetSettings> =>
    Object.keys(sent).length === 0 ? (stored ?? {}) : { ...widgetDefaults, ...stored, ...sent },
}

export const widgetMisfit = (asked: Partial<WidgetSettings> | undefined, { isLocal: isHere }: Stage): FieldErrors =>
  isHere
    ? {}
    : merge(
        ...(asked?.allowed_origins ?? []).map((each, index) =>
          isLocal(each) ? finding(`widget_settings.allowed_origins.${index}`, originSentence) : {},
        ),
      )

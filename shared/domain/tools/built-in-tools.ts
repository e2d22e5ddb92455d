import * as z from 'zod'
import { flag, integer, list, oneOf, optional, sentences, text, timeOfDay, zone } from '../../words/fields.ts'
import { isObject } from '../../words/form.ts'

/**
 * Tools that this product runs itself. built-in-offers.ts shows them to models,
 * actions/turns/built-ins/ runs them.
 */

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

export const keySecondsUsual = 5

export const textLengthMax = 300

const description = () => optional(text({ max: 500 }))

const kinds = [
  /** Has the same effect as the field `end_call_tool`. */
  z.object({ type: z.literal('end_call'), description: description() }),
  z.object({
    type: z.literal('call_transfer'),
    phone_number: text({ max: 255 }),
    description: description(),
    /**
     * If true, the model can choose any number in the countries of the tool's and the user's
     * numbers.
     */
    custom: optional(flag()),
    /** Further numbers, in any country, that the model can choose if `custom` is true. */
    custom_numbers: optional(list(text({ max: 255 }), { max: 20 })),
    timezone: optional(zone()),
    allowed_hours_start_time: optional(timeOfDay()),
    allowed_hours_end_time: optional(timeOfDay()),
    allowed_days: optional(list(oneOf(days), { max: 7 })),
    warm_transfer: optional(flag()),
    warm_transfer_message: optional(text({ max: 500 })),
  }),
  z.object({
    type: z.literal('warm_call_transfer'),
    supervisor_phone: text({ max: 255 }),
    outbound_phone_id: integer(),
    description: text({ max: 500 }),
    custom_sip: optional(flag()),
    caller_id_mode: optional(oneOf(['outbound_number', 'customer_number', 'custom'])),
    custom_caller_id: optional(text({ max: 20 })),
    hold_music: optional(oneOf(['hold_music', 'none'])),
    hold_music_volume: optional(integer({ min: 0, max: 100 })),
    hold_message: optional(text({ max: 500 })),
    summary_instructions: optional(text({ max: 1000 })),
    briefing_initial_message: optional(text({ max: 500 })),
    connected_message: optional(text({ max: 500 })),
  }),
  z.object({ type: z.literal('dtmf_input'), description: description() }),
  z.object({
    type: z.literal('collect_keypad'),
    timeout: optional(integer({ min: 1, max: 30 })),
    stop_key: optional(oneOf(['#', '*'])),
  }),
  z.object({
    type: z.literal('assistant_transfer'),
    assistant_id: integer(),
    description: description(),
    message_before_transfer: optional(text({ max: 500 })),
    speak_transfer_greeting: optional(flag()),
  }),
  z.object({ type: z.literal('do_not_call'), description: description() }),
  z.object({ type: z.literal('call_back_at'), description: description() }),
  z.object({
    type: z.literal('send_sms'),
    description: description(),
    texts: optional(list(text({ max: textLengthMax }), { max: 20 })),
  }),
] as const

/** Tool of other products, which this API refuses. */
const unbuilt = 'calendar_integration'
const isUnbuilt = (input: unknown): boolean => isObject(input) && input.type === unbuilt

const Kind = z.discriminatedUnion('type', kinds, {
  error: ({ input, path }) => {
    if (input === undefined) return sentences.required
    if (isUnbuilt(input)) return `The ${unbuilt} tool is not supported.`
    return path?.at(-1) === 'type' ? sentences.selected : sentences.object
  },
})

export type BuiltIn = z.output<typeof Kind>
export type BuiltInType = BuiltIn['type']

export const builtInTypes: readonly BuiltInType[] = kinds.map(({ shape }) => shape.type.value)

const several: readonly BuiltInType[] = ['call_transfer', 'warm_call_transfer', 'assistant_transfer']

export const toolsPerAssistantMax = 20

/** Accepts settings in one object, or `type` with the settings in `data`. */
const flat = (value: unknown): unknown => {
  if (!isObject(value)) return value ?? undefined
  const { type, data, ...fields } = value
  return { ...(isObject(data) ? data : fields), type: typeof type === 'string' ? type.trim() : type }
}

export const builtInTools = () =>
  list(z.preprocess(flat, Kind), { max: toolsPerAssistantMax }).superRefine((tools, context) => {
    for (const [place, { type }] of tools.entries()) {
      const isSecond = tools.findIndex((other) => other.type === type) < place && !several.includes(type)
      const message = 'The :attribute field has a duplicate value.'
      if (isSecond) context.addIssue({ code: 'custom', message, path: [place, 'type'] })
    }
  })

export const endCallAmong = (tools: readonly BuiltIn[] = []): Extract<BuiltIn, { type: 'end_call' }> | undefined =>
  tools.find((tool) => tool.type === 'end_call')

export const assistantsNamed = (tools: readonly BuiltIn[] = []): number[] =>
  tools.flatMap((tool) => (tool.type === 'assistant_transfer' ? [tool.assistant_id] : []))

export const BuiltInView = z.object({ type: z.string(), data: z.record(z.string(), z.unknown()) })

/** Sorts the settings by name, because DynamoDB maps have no order. */
export const builtInView = ({ type, ...set }: BuiltIn): z.output<typeof BuiltInView> => ({
  type,
  data: Object.fromEntries(Object.entries(set).toSorted(([one], [other]) => (one < other ? -1 : 1))),
})

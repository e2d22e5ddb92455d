import { type BuiltIn, textLengthMax } from './built-in-tools.ts'
import type { OfferedTool, ToolParameter } from './tool.ts'

export interface Offer extends OfferedTool {
  set: BuiltIn
  parameters: readonly ToolParameter[]
  timeout_seconds: number
  isRepeatable: boolean
  /** Period in which equal calls of the tool run only once. */
  once: 'talk' | 'turn'
}

/** Returns the offered tools with unique names: `call_transfer`, `call_transfer_2`. */
export const offersOf = (built: readonly BuiltIn[], mode: 'pipeline' | 'multimodal'): Offer[] => {
  const offers = built.flatMap((set) => {
    const offer = offerOf(set, mode)
    return offer ? [{ ...offer, set }] : []
  })
  return offers.map((offer, index) => {
    const before = offers.slice(0, index).filter(({ set }) => set.type === offer.set.type).length
    return { ...offer, name: before ? `${offer.set.type}_${before + 1}` : offer.set.type }
  })
}

const offerOf = (set: BuiltIn, mode: 'pipeline' | 'multimodal'): Omit<Offer, 'name' | 'set'> | undefined => {
  switch (set.type) {
    case 'assistant_transfer':
      return {
        description: set.description ?? passOn,
        parameters: [],
        ...asRepeatable,
      }
    case 'call_back_at':
      return {
        description: set.description ?? callBackAt,
        parameters: [
          {
            name: 'time',
            type: 'string',
            description: 'The day and time that the customer asked for, on their clock: YYYY-MM-DD HH:MM, 24 hours',
            required: true,
          },
        ],
        ...asRepeatable,
      }
    case 'dtmf_input':
      return {
        description: set.description ?? pressKeys,
        parameters: [
          {
            name: 'digits',
            type: 'string',
            description: 'The keys, of 0 to 9, # and *; w is a pause of half a second',
            required: true,
          },
        ],
        timeout_seconds: 10,
        isRepeatable: false,
        once: 'turn',
      }
    case 'collect_keypad':
      // In a pipeline, pressed keys arrive without a tool. A realtime model must ask for them.
      if (mode === 'pipeline') return undefined
      return {
        description: collectKeys,
        parameters: [],
        timeout_seconds: keypadSecondsMax,
        isRepeatable: false,
        once: 'turn',
      }
    case 'do_not_call':
      return {
        description: set.description ?? doNotCall,
        parameters: [],
        timeout_seconds: 10,
        isRepeatable: true,
        once: 'talk',
      }
    case 'send_sms':
      return {
        description: set.description ?? sendSms,
        parameters: [
          {
            name: 'text',
            type: 'string',
            description: set.texts
              ? `One of these texts, word for word: ${set.texts.map((one) => JSON.stringify(one)).join(', ')}`
              : `The text, at most ${textLengthMax} characters`,
            required: true,
          },
        ],
        timeout_seconds: 20,
        isRepeatable: false,
        once: 'talk',
      }
    case 'call_transfer':
      return {
        description: `${set.description ?? callTransfer}${hoursOf(set)}`,
        parameters: set.custom ? [chosenNumber] : [],
        ...asTransfer,
      }
    case 'warm_call_transfer':
      return { description: set.description, parameters: [summaryFor(set)], ...asTransfer }
    default:
      return undefined
  }
}

const passOn = 'Passes the customer on to another assistant, who goes on with this call.'

const callBackAt = [
  'Has the customer called back at a later time. Use it when they have no time now and ask for another call, once you know the day and the',
  'time; then tell them what it answers.',
].join(' ')

const sendSms = [
  'Sends a text message to the phone of the customer. Use it when the customer has agreed to get one, and say that you sent it only if it',
  'answers so.',
].join(' ')

const pressKeys = [
  'Presses keys of the telephone. Use it when a machine at the other end asks for a key, an extension or a number; then wait for what it says.',
].join(' ')

const collectKeys = [
  'Waits for keys that the customer presses on their telephone. First ask them to press the keys; then use it at once: it answers with the',
  'keys as [Keypad input: 12345].',
].join(' ')

/** Seconds to wait for keys: less than the model's vendor waits for a tool. */
export const keypadSecondsMax = 20

const doNotCall = [
  'Puts the number of this call on the do-not-call list at once and ends the call. Use it as soon as the customer says that they do not',
  'want to be called any more.',
].join(' ')

const asRepeatable = { timeout_seconds: 10, isRepeatable: true, once: 'turn' } as const

const asTransfer = { timeout_seconds: 15, isRepeatable: false, once: 'turn' } as const

const callTransfer =
  'Puts the customer through to a person on another phone. Use it when they ask for one, or when you cannot help them.'

const chosenNumber: ToolParameter = {
  name: 'phone_number',
  type: 'string',
  description: 'The number to put the customer through to, with its country code. Leave it out for the usual one.',
  required: false,
}

const summaryFor = ({ summary_instructions }: Extract<BuiltIn, { type: 'warm_call_transfer' }>): ToolParameter => ({
  name: 'summary',
  type: 'string',
  description:
    `What the person who is called hears before they take the call: who calls and what about, in at most three short sentences. ${summary_instructions ?? ''}`.trim(),
  required: false,
})

const hoursOf = ({
  timezone,
  allowed_hours_start_time: start,
  allowed_hours_end_time: end,
  allowed_days: days,
}: Extract<BuiltIn, { type: 'call_transfer' }>): string => {
  if (!timezone || !(start || days)) return ''
  const hours = start && end ? ` ${start.slice(0, 5)}–${end.slice(0, 5)}` : ''
  return ` It is answered${days ? ` on ${days.join(', ')}` : ' daily'}${hours} (${timezone}).`
}

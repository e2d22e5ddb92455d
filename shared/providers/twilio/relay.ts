import * as z from 'zod'

/**
 * The frames of ConversationRelay, field by field as Twilio publishes them. What comes in is read tolerantly: fields that
 * Twilio adds or leaves out must not end a talk. What goes out is strict: Twilio answers a field it does not know with error
 * 64107 and hangs up after ten of them.
 */

/** API Gateway takes frames of 32 KB; whoever says more in one breath is no caller. */
export const frameBytesMax = 32 * 1024

const Setup = z.object({
  type: z.literal('setup'),
  sessionId: z.string().default(''),
  callSid: z.string(),
  customParameters: z.record(z.string(), z.string()).default({}),
})
const Prompt = z.object({
  type: z.literal('prompt'),
  voicePrompt: z.string(),
  lang: z.string().optional(),
  last: z.boolean().default(true),
})
const Dtmf = z.object({ type: z.literal('dtmf'), digit: z.string().regex(/^[0-9A-D*#]$/) })
const Interrupt = z.object({
  type: z.literal('interrupt'),
  utteranceUntilInterrupt: z.string().default(''),
})
const Info = z.object({ type: z.literal('info') })
const ErrorFrame = z.object({ type: z.literal('error'), description: z.string().default('') })

const FrameIn = z.discriminatedUnion('type', [Setup, Prompt, Dtmf, Interrupt, Info, ErrorFrame])
export type FrameIn = z.output<typeof FrameIn>
export type Setup = z.output<typeof Setup>

/** A frame of the carrier; undefined for whatever is none. */
export const readFrame = (text: string): FrameIn | undefined => {
  if (text.length > frameBytesMax) return undefined
  try {
    return FrameIn.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

const optionalFlag = z.boolean().optional()

/** Everything that may be sent. The carrier double reads it with a list of its own, so that one mistake shows. */
export const FrameOut = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('text'),
    token: z.string(),
    last: z.boolean(),
    lang: z.string().optional(),
    interruptible: optionalFlag,
    preemptible: optionalFlag,
  }),
  z.strictObject({
    type: z.literal('play'),
    source: z.url(),
    loop: z.int().optional(),
    preemptible: optionalFlag,
    interruptible: optionalFlag,
  }),
  z.strictObject({ type: z.literal('sendDigits'), digits: z.string().regex(/^[0-9w#*]+$/) }),
  z.strictObject({
    type: z.literal('language'),
    ttsLanguage: z.string().optional(),
    transcriptionLanguage: z.string().optional(),
  }),
  z.strictObject({ type: z.literal('end'), handoffData: z.string().optional() }),
])
export type FrameOut = z.output<typeof FrameOut>

/** A piece of what the assistant says; `last` once a turn. */
export const textFrame = (token: string, last: boolean): FrameOut => ({ type: 'text', token, last })

/** Bridges a pause: whatever comes next takes its place, even in the middle of it. */
export const fillerFrame = (token: string): FrameOut => ({ type: 'text', token, last: false, preemptible: true })

/** Ends the session; the reason comes back with the action's callback. */
export const endFrame = (reason: 'assistant' | 'limit'): FrameOut => ({
  type: 'end',
  handoffData: JSON.stringify({ reason }),
})

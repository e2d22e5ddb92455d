import * as z from 'zod'
import { readCallRef } from '../../domain/calls/call-ref.ts'
import type { CallerEvent, Speech } from '../../domain/conversations/speech.ts'

/**
 * The frames of ConversationRelay, field by field as Twilio publishes them. What comes in is read tolerantly: fields that
 * Twilio adds or leaves out must not end a talk. What goes out is strict: Twilio answers a field it does not know with error
 * 64107 and hangs up after ten of them.
 */

/** API Gateway takes frames of 32 KB; no caller says more in one breath. */
const frameBytesMax = 32 * 1024

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

/** A frame of the carrier in our words; undefined for anything else. */
export const readFrame = (text: string): CallerEvent | undefined => {
  const frame = parseFrame(text)
  switch (frame?.type) {
    case 'setup': {
      const { callSid: carrier_sid, sessionId: session_id, customParameters } = frame
      const { call, ticket = '' } = customParameters
      return { type: 'setup', ref: readCallRef(call), ticket, carrier_sid, session_id }
    }
    case 'prompt':
      return { type: 'prompt', text: frame.voicePrompt.trim(), last: frame.last }
    case 'dtmf':
      return { type: 'key', key: frame.digit }
    case 'interrupt':
      return { type: 'interrupt', until: frame.utteranceUntilInterrupt }
    case 'info':
    case 'error':
      return { type: frame.type }
    case undefined:
      return undefined
  }
}

const parseFrame = (text: string) => {
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
type FrameOut = z.output<typeof FrameOut>

/** What shall be spoken or done, as the text of a frame. */
export const writeFrame = (speech: Speech): string => JSON.stringify(frameOf(speech))

const frameOf = (speech: Speech): FrameOut => {
  switch (speech.type) {
    case 'text':
      return { type: 'text', token: speech.text, last: speech.last }
    case 'filler':
      return { type: 'text', token: speech.text, last: false, preemptible: true }
    case 'digits':
      return { type: 'sendDigits', digits: speech.digits }
    case 'end':
      // The reason comes back with the action's callback.
      return { type: 'end', handoffData: JSON.stringify({ reason: speech.reason }) }
  }
}

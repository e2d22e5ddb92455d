import * as z from 'zod/mini'
import { readCallRef } from '../../domain/calls/call-ref.ts'
import type { CallerEvent, Speech } from '../../domain/conversations/speech.ts'

/**
 * Twilio answers an unknown field in our frames with error 64107 and hangs up after ten such
 * errors. Unknown incoming fields are ignored. zod/mini has a quarter of zod's size.
 */

/** API Gateway's limit of a frame. */
const frameBytesMax = 32 * 1024

const Setup = z.object({
  type: z.literal('setup'),
  sessionId: z._default(z.string(), ''),
  callSid: z.string(),
  customParameters: z._default(z.record(z.string(), z.string()), {}),
})
const Prompt = z.object({
  type: z.literal('prompt'),
  voicePrompt: z.string(),
  lang: z.optional(z.string()),
  last: z._default(z.boolean(), true),
})
const Dtmf = z.object({ type: z.literal('dtmf'), digit: z.string().check(z.regex(/^[0-9A-D*#]$/)) })
const Interrupt = z.object({
  type: z.literal('interrupt'),
  utteranceUntilInterrupt: z._default(z.string(), ''),
})
const Info = z.object({ type: z.literal('info') })
const ErrorFrame = z.object({ type: z.literal('error'), description: z._default(z.string(), '') })

const FrameIn = z.discriminatedUnion('type', [Setup, Prompt, Dtmf, Interrupt, Info, ErrorFrame])

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

const optionalFlag = z.optional(z.boolean())

/** Frames that we send. The carrier's local test double has its own list. */
export const FrameOut = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('text'),
    token: z.string(),
    last: z.boolean(),
    lang: z.optional(z.string()),
    interruptible: optionalFlag,
    preemptible: optionalFlag,
  }),
  z.strictObject({
    type: z.literal('play'),
    source: z.url(),
    loop: z.optional(z.int()),
    preemptible: optionalFlag,
    interruptible: optionalFlag,
  }),
  z.strictObject({ type: z.literal('sendDigits'), digits: z.string().check(z.regex(/^[0-9w#*]+$/)) }),
  z.strictObject({
    type: z.literal('language'),
    ttsLanguage: z.optional(z.string()),
    transcriptionLanguage: z.optional(z.string()),
  }),
  z.strictObject({ type: z.literal('end'), handoffData: z.optional(z.string()) }),
])
type FrameOut = z.output<typeof FrameOut>

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
      // Twilio posts this to the `action` URL.
      return { type: 'end', handoffData: JSON.stringify({ reason: speech.reason }) }
  }
}

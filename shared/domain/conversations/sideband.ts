import * as z from 'zod'

/**
 * Events that a sideband reports of a realtime model's session. It is attached during the talk and
 * does not report what happened before; some accounts say that it does not report the end of the
 * call either. Names are the vendor's.
 */
const Told = z.looseObject({
  type: z.string(),
  transcript: z.string().optional(),
  /** A key that the customer has pressed; the name is the vendor's. */
  event: z.string().optional(),
  item: z.looseObject({ id: z.string().optional() }).optional(),
  response: z
    .looseObject({
      status: z.string().optional(),
      output: z.array(z.looseObject({ type: z.string() })).optional(),
    })
    .optional(),
  error: z.looseObject({ code: z.string().nullish(), event_id: z.string().nullish() }).optional(),
})
export type SidebandEvent = z.output<typeof Told>

/** Undefined for text that is no event. */
export const readSidebandEvent = (text: string): SidebandEvent | undefined => {
  try {
    return Told.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** The line beside a session: what happens in it comes here, and what is wished for goes there. */
export interface Sideband {
  send(event: object): Promise<void>
  /** The next event; undefined when none came within so long, closed when none will. */
  next(ms: number): Promise<SidebandEvent | 'closed' | undefined>
  close(): void
}

/** State of a session, as far as it is known. */
export interface Session {
  /** The model is making a response. */
  isResponding: boolean
  /** The customer is speaking, which makes a response by itself. */
  isHearing: boolean
  /** Responses that began since the sideband is there. */
  begun: number
  /** Tools whose answers the model has got since then. */
  returned: number
  /** A response that used a tool has gone on to speak by itself. */
  hasGoneOn: boolean
  /** True while audio is played to the customer; undefined where the vendor does not report it. */
  isPlaying: boolean | undefined
  /** Words of the assistant since then. */
  words: string
}

export const newSession: Session = {
  isResponding: false,
  isHearing: false,
  begun: 0,
  returned: 0,
  hasGoneOn: false,
  isPlaying: undefined,
  words: '',
}

/** The key that an event tells of. */
export const keyIn = ({ type, event }: SidebandEvent): string | undefined =>
  type === 'input_audio_buffer.dtmf_event_received' && event && /^[0-9*#]$/.test(event) ? event : undefined

/** The answer to a response that was asked for while there is one. */
const busy = 'conversation_already_has_active_response'

export const follow = (session: Session, event: SidebandEvent): Session => {
  switch (event.type) {
    case 'response.created':
      return { ...session, isResponding: true, begun: session.begun + 1 }
    case 'response.done':
      return { ...session, isResponding: false, hasGoneOn: session.hasGoneOn || goesOn(event) }
    case 'error':
      return event.error?.code === busy ? { ...session, isResponding: true } : session
    case 'input_audio_buffer.speech_started':
      return { ...session, isHearing: true }
    case 'input_audio_buffer.speech_stopped':
      return { ...session, isHearing: false }
    case 'response.mcp_call.completed':
    case 'response.mcp_call.failed':
      return { ...session, returned: session.returned + 1 }
    case 'output_audio_buffer.started':
      return { ...session, isPlaying: true }
    case 'output_audio_buffer.stopped':
    case 'output_audio_buffer.cleared':
      return { ...session, isPlaying: false }
    case 'response.output_audio_transcript.done':
      return { ...session, words: `${session.words} ${event.transcript ?? ''}`.trim() }
    default:
      return session
  }
}

/** Behind the tool that it used it has spoken. */
const goesOn = ({ response }: SidebandEvent): boolean => {
  const kinds = (response?.output ?? []).map(({ type }) => type)
  return kinds.includes('mcp_call') && kinds.at(-1) === 'message'
}

/** Nothing is under way: a response may be asked for. */
export const isIdle = ({ isResponding, isHearing }: Session): boolean => !isResponding && !isHearing

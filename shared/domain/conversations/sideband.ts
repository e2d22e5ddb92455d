import * as z from 'zod'

/** Event on the WebSocket with which a worker steers a realtime session. The audio uses SIP. */
const SidebandEvent = z.looseObject({
  type: z.string(),
  transcript: z.string().optional(),
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
export type SidebandEvent = z.output<typeof SidebandEvent>

export const readSidebandEvent = (text: string): SidebandEvent | undefined => {
  try {
    return SidebandEvent.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

export interface Sideband {
  send(event: object): Promise<void>
  next(ms: number): Promise<SidebandEvent | 'closed' | undefined>
  close(): void
}

export interface Session {
  isResponding: boolean
  isHearing: boolean
  begun: number
  returned: number
  /** True when the model continued after a tool call without our request. */
  hasGoneOn: boolean
  isPlaying: boolean | undefined
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

export const keyIn = ({ type, event }: SidebandEvent): string | undefined =>
  type === 'input_audio_buffer.dtmf_event_received' && event && /^[0-9*#]$/.test(event) ? event : undefined

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

const goesOn = ({ response }: SidebandEvent): boolean => {
  const kinds = (response?.output ?? []).map(({ type }) => type)
  return kinds.includes('mcp_call') && kinds.at(-1) === 'message'
}

export const isIdle = ({ isResponding, isHearing }: Session): boolean => !isResponding && !isHearing

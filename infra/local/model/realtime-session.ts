import { spokenMs } from '../../../shared/domain/conversations/speaking-time.ts'
import type { End } from '../carrier/sip.ts'
import type { LocalClock } from '../clock.ts'
import { answerTo, type Schema, toolCallsIn } from './answers.ts'
import type { Behaviour } from './behaviours.ts'
import { importTools, type RemoteTools } from './remote-tools.ts'

export interface TalkSettings {
  instructions?: string | undefined
  tools?: { type: 'mcp'; server_label: string; server_url: string; authorization?: string | undefined }[] | undefined
}

interface SessionOptions {
  id: string
  clock: LocalClock
  settings: TalkSettings
  behaviour: Behaviour | undefined
  caller: End
  fetch: typeof fetch
}

export interface SentEvent {
  type: string
  event_id?: string
  item?: { id?: string; content?: { text?: string }[] }
}

/** Milliseconds until the model's first word. */
const modelMs = 300

/**
 * Simulates a realtime session. After a tool's result the model waits until a response is
 * requested, unless its behaviour is `continues`.
 */
export const createSession = ({ id, clock, settings, behaviour, caller, fetch: send }: SessionOptions) => {
  const { instructions = '' } = settings
  const listeners = new Set<(event: object) => void>()
  const items = new Set<string>()
  let active: { id: string; cancel: () => void } | undefined
  let words = ''
  const results: string[] = []
  const quotes: string[] = []
  let hasCalledTools = false
  let isOver = false
  let counted = 0
  const next = (kind: string) => `${kind}_${id}_${++counted}`

  const emit = (type: string, more: object = {}) => {
    for (const listener of listeners) listener({ type, event_id: next('event'), ...more })
  }
  const refuse = (code: string, event_id: string | undefined) =>
    emit('error', { error: { type: 'invalid_request_error', code, message: code, event_id } })

  const [server] = settings.tools ?? []
  const imported: Promise<RemoteTools | undefined> = server
    ? importTools(server, send).catch(() => undefined)
    : Promise.resolve(undefined)

  const speak = (text: string, response_id: string) => {
    emit('response.output_audio_transcript.done', { response_id, transcript: text })
    emit('output_audio_buffer.started', { response_id })
    clock.after(spokenMs(text), () => emit('output_audio_buffer.stopped', { response_id }))
    return caller.hears(text)
  }
  const done = (response_id: string, output: object[], status = 'completed') => {
    active = undefined
    emit('response.done', { response: { id: response_id, status, output } })
  }
  const message = { type: 'message', role: 'assistant' }

  const use = async (tools: RemoteTools, response_id: string, { name, input }: { name: string; input: unknown }) => {
    const item = { id: next('mcp'), type: 'mcp_call', name, server_label: server?.server_label }
    const about = { item_id: item.id, response_id }
    emit('response.output_item.added', { response_id, item })
    emit('response.mcp_call_arguments.done', { ...about, arguments: JSON.stringify(input) })
    emit('response.mcp_call.in_progress', about)
    const answering = tools.call(name, input).then(
      (text) => {
        results.push(text)
        emit('response.mcp_call.completed', about)
      },
      () => emit('response.mcp_call.failed', about),
    )
    return { item, answering }
  }

  const respond = async (response_id: string) => {
    const tools = await imported
    const quote = quotes.shift()
    if (quote !== undefined) {
      await speak(quote, response_id)
      return done(response_id, [message])
    }
    const told = results.splice(0).join(' ')
    const insists = behaviour === 'insists' && hasCalledTools
    if (told && !insists) {
      words = ''
      await speak(told.includes('goodbye') ? 'Goodbye, then!' : `Here is what I found: ${told}`, response_id)
      return done(response_id, [message])
    }
    const toolCalls = toolCallsIn(words, tools?.offered ?? [])
    const answer = answerTo(instructions, words)
    const ends = toolCalls.length === 0 && answer.ends && tools?.offered.some(({ name }) => name === 'end_call')
    if (ends) toolCalls.push({ name: 'end_call', input: {} })
    hasCalledTools = toolCalls.length > 0
    if (!insists) words = ''
    const spoken = toolCalls.length === 0 || (ends && behaviour !== 'abrupt')
    if (spoken) await speak(answer.text, response_id)
    if (!tools || toolCalls.length === 0) return done(response_id, [message])
    const used = await Promise.all(toolCalls.map((toolCall) => use(tools, response_id, toolCall)))
    const output = [...(spoken ? [message] : []), ...used.map(({ item }) => item)]
    if (behaviour !== 'continues') {
      done(response_id, output)
      await Promise.all(used.map(({ answering }) => answering))
      return
    }
    // Continues the same response after tool results, as OpenAI's guide says.
    await Promise.all(used.map(({ answering }) => answering))
    const answered = results.splice(0).join(' ')
    if (answered && !spoken) await speak(`Here is what I found: ${answered}`, response_id)
    done(response_id, [...output, message])
  }

  const begin = (): Promise<void> => {
    const response_id = next('resp')
    let cancelled = false
    return new Promise((resolve) => {
      const cancel = clock.after(modelMs, () => {
        if (cancelled || isOver) return resolve()
        return respond(response_id).then(resolve)
      })
      active = {
        id: response_id,
        cancel: () => {
          cancelled = true
          cancel()
          done(response_id, [], 'cancelled')
          resolve()
        },
      }
      emit('response.created', { response: { id: response_id } })
    })
  }

  return {
    callee: {
      hears: (text: string) => {
        if (isOver) return
        emit('input_audio_buffer.speech_started')
        emit('input_audio_buffer.speech_stopped')
        words = words ? `${words} ${text}` : text
        active?.cancel()
        void begin()
      },
      /** Reports pressed keys to the product's control socket; the model does not hear them. */
      presses: (digits: string) => {
        for (const event of isOver ? [] : digits) emit('input_audio_buffer.dtmf_event_received', { event })
      },
      left: () => {
        isOver = true
      },
    } satisfies End,

    take: ({ type, event_id, item }: SentEvent) => {
      if (isOver) return
      if (type === 'conversation.item.create') {
        const item_id = item?.id ?? next('item')
        if (items.has(item_id)) return refuse('item_already_exists', event_id)
        items.add(item_id)
        const quote = quoteIn(item?.content?.[0]?.text ?? '')
        if (quote !== undefined) quotes.push(quote)
        emit('conversation.item.added', { item: { ...item, id: item_id } })
        return
      }
      if (type !== 'response.create') return refuse('invalid_event', event_id)
      if (active) return refuse('conversation_already_has_active_response', event_id)
      void begin()
    },

    listen: (listener: (event: object) => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    hangUp: () => {
      if (!isOver) caller.left()
      isOver = true
    },
  }
}
export type RealtimeSession = ReturnType<typeof createSession>
export type { Schema }

const quoteIn = (text: string): string | undefined => {
  const start = text.indexOf('"')
  let end = start + 1
  while (start >= 0 && end < text.length && text.charAt(end) !== '"') end += text.charAt(end) === '\\' ? 2 : 1
  return start >= 0 && end < text.length ? JSON.parse(text.slice(start, end + 1)) : undefined
}

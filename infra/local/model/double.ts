import * as z from 'zod'
import type { LocalClock } from '../clock.ts'
import { answerTo, fill, type ModelAnswer, preferred, type Schema, toolCallsIn } from './answers.ts'
import { type Behaviour, behaviourOf, slowMs } from './behaviours.ts'
import { vectorOf } from './meanings.ts'

/**
 * Options of the simulated model, which imitates OpenAI's chat completions. The model calls tools
 * that the customer asks for and fills schemas from the customer's words.
 */
interface ModelDoubleOptions {
  clock: LocalClock
  /** Milliseconds of `clock` between words; 0 sends all words at once. */
  wordMs?: number
  wordsAtATime?: number
}

const Text = z.union([z.string(), z.array(z.looseObject({ text: z.string().optional() }))]).nullish()
const ChatRequest = z.object({
  model: z.string(),
  stream: z.boolean().default(false),
  messages: z.array(z.object({ role: z.string(), content: Text })).min(1),
  tools: z
    .array(z.object({ function: z.object({ name: z.string(), parameters: z.custom<Schema>().optional() }) }))
    .default([]),
  response_format: z
    .object({ type: z.string(), json_schema: z.object({ schema: z.custom<Schema>() }).optional() })
    .optional(),
  temperature: z.number().optional(),
})
type ChatRequest = z.output<typeof ChatRequest>

/** Request with OpenAI's limits on number and length of texts. */
const EmbeddingRequest = z.object({
  model: z.string(),
  input: z.array(z.string().min(1).max(30_000)).min(1).max(2048),
  dimensions: z.int().min(1).max(4096).default(256),
})
type EmbeddingRequest = z.output<typeof EmbeddingRequest>

export interface ModelAsked {
  model: string
  kind: 'talk' | 'evaluation' | 'embedding'
  behaviour: Behaviour | undefined
  temperature?: number | undefined
  texts?: number
}

export const createModelDouble = ({ clock, wordMs = 0, wordsAtATime = 1 }: ModelDoubleOptions) => {
  const spoken = new RegExp(`(?:\\S+\\s*){1,${wordsAtATime}}`, 'g')
  const asked: ModelAsked[] = []
  const pause = (ms: number) => (ms > 0 ? new Promise<void>((resolve) => void clock.after(ms, resolve)) : undefined)

  const wordsOf = (content: string, behaviour: Behaviour | undefined, count: number): string[] => {
    if (behaviour === 'silent') return []
    if (behaviour === 'noise') return ['\u0000\uFFFD\u0007']
    if (behaviour === 'ponders') return pieces(`${openings[0]}What do they want? {`)
    if (behaviour === 'writes') return pieces(`${written}${content}`)
    if (behaviour === 'odd') return [...(content.match(spoken) ?? []), '\uFFFD', '\u0007']
    if (behaviour === 'thinks') return [...pieces(thoughtsOf(count)), ...(content.match(spoken) ?? [])]
    const words = markedUp(content).match(spoken) ?? []
    // Adds broken bytes and control characters to every fourth answer.
    return count % 4 === 0 && words.length > 0 ? [...words, '\uFFFD', '\u0007'] : words
  }

  const complete = async (chat: ChatRequest): Promise<Response> => {
    const schema = chat.response_format?.json_schema?.schema
    const kind = schema ? ('evaluation' as const) : ('talk' as const)
    const behaviour = behaviourOf({ kind, model: chat.model, text: markedText(chat, kind) })
    asked.push({ model: chat.model, kind, behaviour, temperature: chat.temperature })
    if (behaviour === 'fail') return refusal(500, 'server_error', 'The model double fails, as it was asked to')
    if (behaviour === 'busy')
      return refusal(429, 'rate_limit_exceeded', 'The model double is busy, as it was asked to be')
    if (behaviour === 'denied') return refusal(401, 'invalid_api_key', 'The model double does not know this key')
    if (behaviour === 'slow') await pause(slowMs)
    const id = `chatcmpl-${asked.length}`
    const answer = schema ? filled(chat, schema, behaviour) : spokenAnswer(chat, behaviour)
    if (behaviour === 'stall') return chat.stream ? eventStream(hang) : new Promise<Response>(() => {})
    if (chat.stream) return eventStream((send) => speak(send, { id, chat, answer, behaviour }))
    const thoughts = behaviour === 'thinks' ? thoughtsOf(asked.length) : ''
    const message = { ...messageOf(chat, { ...answer, text: thoughts + answer.text }), reasoning_content: 'Hm {' }
    const choice = { index: 0, message, finish_reason: message.tool_calls ? 'tool_calls' : 'stop' }
    return Response.json({
      id,
      object: 'chat.completion',
      model: chat.model,
      choices: [choice],
      usage: usageOf(chat, answer),
    })
  }

  const speak: Speak<{ id: string; chat: ChatRequest; answer: ModelAnswer; behaviour: Behaviour | undefined }> = async (
    send,
    { id, chat, answer, behaviour },
  ) => {
    const delta = (delta: object, finish_reason: string | null = null) =>
      send({
        id,
        object: 'chat.completion.chunk',
        model: chat.model,
        choices: [{ index: 0, delta, finish_reason }],
      })
    const { content, tool_calls } = messageOf(chat, answer)
    const words = wordsOf(content, behaviour, asked.length)
    delta({ role: 'assistant', content: '' })
    // Sends thoughts in their own field, as reasoning models do.
    delta({ reasoning_content: 'The customer {waits}. ' })
    for (const [index, word] of words.entries()) {
      if (index === Math.ceil(words.length / 2)) {
        if (behaviour === 'pause') await hang()
        if (behaviour === 'drop') await breakOff()
        if (behaviour === 'garbage') send('{"choices": [')
      }
      if (index > 0) await pause(wordMs * wordsAtATime)
      delta({ content: word })
    }
    if (tool_calls) delta({ tool_calls: tool_calls.map((call, index) => ({ index, ...call })) })
    // Omits the finish reason of every third answer, as some servers do.
    if (behaviour !== 'endless' && asked.length % 3 > 0) delta({}, tool_calls ? 'tool_calls' : 'stop')
    send({ id, object: 'chat.completion.chunk', model: chat.model, choices: [], usage: usageOf(chat, answer) })
    send('[DONE]')
  }

  /** Texts of earlier requests. With the fault `once`, only the first request for a text fails. */
  const refused = new Set<string>()

  const embed = async ({ model, input, dimensions }: EmbeddingRequest): Promise<Response> => {
    const marked = input.join('\n')
    const behaviour = behaviourOf({ kind: 'embedding', model, text: marked })
    asked.push({ model, kind: 'embedding', behaviour, texts: input.length })
    const isFirst = !refused.has(marked)
    refused.add(marked)
    if (behaviour === 'fail') return refusal(500, 'server_error', 'The model double fails, as it was asked to')
    if (behaviour === 'busy' || (behaviour === 'once' && isFirst))
      return refusal(429, 'rate_limit_exceeded', 'The model double is busy, as it was asked to be')
    if (behaviour === 'denied') return refusal(401, 'invalid_api_key', 'The model double does not know this key')
    if (behaviour === 'garbage') return new Response('{"data": [', { headers: { 'content-type': 'application/json' } })
    if (behaviour === 'stall') return new Promise<Response>(() => {})
    if (behaviour === 'slow') await pause(slowMs)
    const vectors = input.map((text) =>
      behaviour === 'zeros' ? Array(dimensions).fill(0) : vectorOf(text, dimensions),
    )
    if (behaviour === 'short') vectors.pop()
    if (behaviour === 'ragged') vectors.at(-1)?.pop()
    const data = vectors.map((embedding, index) => ({ object: 'embedding', index, embedding }))
    return Response.json({ object: 'list', model, data, usage: { prompt_tokens: 0, total_tokens: 0 } })
  }

  const handle = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    if (request.method === 'GET' && pathname === '/_double/asked') return Response.json(asked)
    if (request.method === 'GET' && pathname.endsWith('/models')) return Response.json({ object: 'list', data: [] })
    if (request.method === 'POST' && pathname.endsWith('/embeddings')) {
      const texts = EmbeddingRequest.safeParse(await request.json().catch(() => undefined))
      return texts.success ? embed(texts.data) : refusal(400, 'invalid_request_error', z.prettifyError(texts.error))
    }
    if (request.method !== 'POST' || !pathname.endsWith('/chat/completions'))
      return refusal(404, 'not_found', `The model double does not serve ${request.method} ${pathname}`)
    const chat = ChatRequest.safeParse(await request.json().catch(() => undefined))
    return chat.success ? complete(chat.data) : refusal(400, 'invalid_request_error', z.prettifyError(chat.error))
  }

  return { handle, asked: (): readonly ModelAsked[] => asked }
}
export type ModelDouble = ReturnType<typeof createModelDouble>

/** Makes the first word bold, because models write Markdown. */
const markedUp = (text: string): string => text.replace(/^\p{L}+/u, '**$&**')

const written =
  '# Hours 😊\n- **Monday** &amp; [Tuesday](https://a.example/x?y=1)\n\n| Day | Price |\n|---|---|\n| Sunday | 5&nbsp;€ |\n\nCall +1 202 555 0100, write to a_b@a.example or see https://www.a.example/menu. '

const openings = ['<think>', '<Thinking>', '<THOUGHT lang="en">', '[THINK]', '<seed:think>'] as const

/** Makes thoughts that could mislead a parser: with braces, a nested tag and JSON. */
const thoughtsOf = (count: number): string => {
  const opening = openings[count % openings.length] ?? openings[0]
  const closing = opening.replace(/^([<[])/, '$1/').replace(/ [^>]*/, '')
  return `${opening}\nThey {may} want {"score": 1} <think>or not</think> }{ ${closing}\n`
}

/** Cuts text into pieces of three characters, so that every thinking tag is split. */
const pieces = (text: string): string[] => text.match(/[\s\S]{1,3}/g) ?? []

/** Estimates usage at 4 characters per token, the average of real models. */
const usageOf = ({ messages }: ChatRequest, answer: ModelAnswer) => {
  const prompt_tokens = Math.ceil(JSON.stringify(messages).length / 4)
  const completion_tokens = Math.ceil(answer.text.length / 4)
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens }
}

const plain = (content: z.output<typeof Text>): string =>
  typeof content === 'string' ? content : (content ?? []).map(({ text = '' }) => text).join('\n')

const textOf = ({ messages }: ChatRequest, role: string): string =>
  messages.flatMap((message) => (message.role === role ? [plain(message.content)] : [])).join('\n')

const lastWords = ({ messages }: ChatRequest): string =>
  plain(messages.findLast(({ role }) => role === 'user')?.content).replace(/ ?\[double[^[\]]*\]/g, '')

const markedText = (chat: ChatRequest, kind: 'talk' | 'evaluation'): string =>
  kind === 'evaluation'
    ? textOf(chat, 'user')
    : `${textOf(chat, 'system')}\n${plain(chat.messages.findLast(({ role }) => role === 'user')?.content)}`

const spokenAnswer = (chat: ChatRequest, behaviour: Behaviour | undefined): ModelAnswer => {
  const last = chat.messages.at(-1)
  const asked = chat.messages.length - chat.messages.findLastIndex(({ role }) => role === 'user')
  const insists = behaviour === 'insists' && asked < 5
  if (last?.role === 'tool' && !insists) return { text: `Here is what I found: ${plain(last.content)}`, ends: false }
  const words = lastWords(chat)
  const offered = chat.tools.map(({ function: { name, parameters = {} } }) => ({ name, parameters }))
  const toolCalls = toolCallsIn(words, offered, textOf(chat, 'system'))
  return toolCalls.length > 0 ? { text: '', ends: false, toolCalls } : answerTo(textOf(chat, 'system'), words)
}

/**
 * Makes the response message. If a tool ends the call, the model's last words are an argument of
 * that tool.
 */
const messageOf = ({ tools, messages }: ChatRequest, { text, ends, toolCalls = [] }: ModelAnswer) => {
  if (toolCalls.length > 0) {
    const count = messages.length
    const tool_calls = toolCalls.map(({ name, input }, index) => ({
      id: `call_${count}_${index}`,
      type: 'function',
      function: { name, arguments: JSON.stringify(input) },
    }))
    return { role: 'assistant', content: text, tool_calls }
  }
  const tool = ends ? tools.find(({ function: { name } }) => name === 'end_call')?.function.name : undefined
  if (!tool) return { role: 'assistant', content: text }
  const call = { id: 'call_1', type: 'function', function: { name: tool, arguments: JSON.stringify({ say: text }) } }
  return { role: 'assistant', content: '', tool_calls: [call] }
}

const filled = (chat: ChatRequest, schema: Schema, behaviour: Behaviour | undefined): ModelAnswer => {
  if (schema.properties?.better) return { text: JSON.stringify(preferred(textOf(chat, 'user'))), ends: false }
  const isRepair = chat.messages.filter(({ role }) => role === 'user').length > 1
  const customer = [...textOf(chat, 'user').matchAll(/^Customer: (.*)$/gm)].map(([, words = '']) => words)
  const answer = fill(schema, customer)
  const spoilt = behaviour === 'wrong' || (behaviour === 'sloppy' && !isRepair)
  return { text: spoilt ? 'Here you are: {"score": "high"}' : JSON.stringify(answer), ends: false }
}

const refusal = (status: number, code: string, message: string) =>
  Response.json({ error: { message, type: code, code, param: null } }, { status })

type Send = (event: object | string) => void
type Speak<T> = (send: Send, what: T) => Promise<void>

const hang = () => new Promise<void>(() => {})

/** Breaks the connection after a short time, so that data already sent still arrives. */
const breakOff = () =>
  new Promise<void>((_, reject) => {
    setTimeout(() => reject(new Error('The model double breaks the connection, as it was asked to')), breakOffMs)
  })
const breakOffMs = 20

const eventStream = (write: (send: Send) => Promise<void>): Response => {
  const encoder = new TextEncoder()
  let isOpen = true
  const body = new ReadableStream<Uint8Array>({
    start: async (controller) => {
      const send: Send = (event) => {
        const data = typeof event === 'string' ? event : JSON.stringify(event)
        if (isOpen) controller.enqueue(encoder.encode(`data: ${data}\n\n`))
      }
      write(send).then(
        () => isOpen && controller.close(),
        (cause) => controller.error(cause),
      )
    },
    cancel: () => {
      isOpen = false
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

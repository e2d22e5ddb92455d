import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider'
import { plainSpeech, speechFilter } from '../../domain/conversations/plain-speech.ts'
import type { ScriptLine } from '../../domain/conversations/script.ts'
import type { TextFilter } from '../../domain/conversations/text-filter.ts'
import type { ModelPart } from '../../domain/conversations/turn-parts.ts'
import type { Model } from '../../domain/reference/models.ts'
import { estimatedTokens } from '../../domain/reference/token-prices.ts'
import type { OfferedTool } from '../../domain/tools/tool.ts'
import type { Secrets } from '../aws/secrets.ts'
import { evaluationFormat, evaluationPrompt, readEvaluation, repairPrompt } from './evaluation.ts'
import { failureOf } from './failures.ts'
import { judgeFormat, judgePrompt, readJudgement } from './judging.ts'
import { type Models, modelFailure, type OnUsage, type TalkRequest } from './model.ts'
import { followThoughts, inAnswers, withUses } from './thoughts.ts'
import { languageModels, type VendorParts } from './vendors.ts'
import { answerOf, withoutThoughts } from './without-thoughts.ts'

/** Milliseconds until a silent model is given up; `stall_ms` of the secret MODEL overrides it. */
const stallMsUsual = 6_000
/** Milliseconds. Long, because no caller waits for an evaluation. */
const evaluationMsMax = 30_000
/** Maximum tokens of an answer: thoughts and a few sentences. */
const talkTokensMax = 2_000
const evaluationTokensMax = 8_000

interface ModelParts {
  secrets: Secrets
  languageModel: ReturnType<typeof languageModels>
}

export const talkModel = (outside: VendorParts & { secrets: Secrets }): Models =>
  modelsOf({ secrets: outside.secrets, languageModel: languageModels(outside) })

const modelsOf = (parts: ModelParts): Models => ({
  prepare: async (model) => {
    await parts.languageModel(model, await parts.secrets.read('MODEL'))
  },

  talk: (request, signal, onUsage = ignoreUsage) => talk(request, { signal, onUsage }, parts),

  evaluate: async (request, onUsage = ignoreUsage) => {
    const prompt = evaluationPrompt(request)
    const { limitMs } = request
    const limit = limitMs === undefined ? undefined : AbortSignal.timeout(limitMs)
    const question = { model: request.model, responseFormat: evaluationFormat(request.schema) }
    const first = await generate(prompt, question, parts, { limit, onUsage })
    const read = readEvaluation(first, request.schema)
    if (read.evaluation) return read.evaluation
    const repair = [...prompt, ...repairPrompt(first, read.findings)]
    const second = await generate(repair, question, parts, { limit, onUsage })
    return readEvaluation(second, request.schema).evaluation
  },

  judge: async (request, onUsage = ignoreUsage) => {
    const question = { model: request.model, responseFormat: judgeFormat }
    return readJudgement(await generate(judgePrompt(request), question, parts, { limit: undefined, onUsage }))
  },
})

const ignoreUsage: OnUsage = () => undefined

interface Listener {
  signal: AbortSignal
  onUsage: OnUsage
}

async function* talk(
  request: TalkRequest,
  { signal, onUsage }: Listener,
  parts: ModelParts,
): AsyncGenerator<ModelPart> {
  const stop = new AbortController()
  let counted: TokenCount | undefined
  try {
    const keys = await parts.secrets.read('MODEL')
    const stallMs = Number(keys.stall_ms ?? stallMsUsual)
    let silence = AbortSignal.timeout(stallMs)
    const model = await parts.languageModel(request.model, keys)
    const options = { ...optionsOf(request), abortSignal: AbortSignal.any([signal, stop.signal]) }
    counted = tokenCount(options)
    const { stream } = await orAborted(model.doStream(options), silence)
    const reader = stream.getReader()
    let spoken = false
    const thinking = followThoughts(request.model.name)
    const speech = spokenText(request.atSign)
    for (;;) {
      const { done, value } = await orAborted(reader.read(), silence)
      if (signal.aborted) break
      const isOver = done || isMissingFinish(value)
      if (!isOver) {
        thinking.hear(value)
        counted.hear(value)
      }
      for (const part of isOver ? textParts(speech.end()) : partsOf(value, request, speech)) {
        spoken ||= part.type !== 'text' || part.text.trim() !== ''
        yield part.type === 'use' && !isOver ? { ...part, thought: thinking.about(value) } : part
        silence = AbortSignal.timeout(stallMs)
      }
      if (isOver) break
    }
    if (!spoken && !signal.aborted) throw modelFailure('garbage', 'The model said nothing')
  } catch (cause) {
    if (!signal.aborted) throw failureOf(cause)
  } finally {
    stop.abort()
    if (counted) onUsage(counted.usage())
  }
}

type TokenCount = ReturnType<typeof tokenCount>

const tokenCount = ({ prompt, tools }: LanguageModelV4CallOptions) => {
  let heard = 0
  let reported: LanguageModelV4Usage | undefined
  return {
    hear: (part: LanguageModelV4StreamPart): void => {
      if (part.type === 'text-delta' || part.type === 'reasoning-delta') heard += part.delta.length
      if (part.type === 'tool-call') heard += part.input.length
      if (part.type === 'finish') reported = part.usage
    },
    usage: () => usageOf(reported, JSON.stringify([prompt, tools ?? []]).length, heard),
  }
}

/** Returns token counts. Estimates the counts of vendors that report zero. */
const usageOf = (reported: LanguageModelV4Usage | undefined, asked: number, answered: number) => ({
  input: reported?.inputTokens.total || estimatedTokens(asked),
  output: reported?.outputTokens.total || estimatedTokens(answered),
})

const optionsOf = ({ model, system, history, temperature, tools }: TalkRequest): LanguageModelV4CallOptions => ({
  ...settingsFor(model, temperature),
  maxOutputTokens: talkTokensMax,
  prompt: [
    ...(system.trim() ? [{ role: 'system' as const, content: system }] : []),
    ...messagesOf(history, model.name),
  ],
  tools: tools.length
    ? tools.map(({ name, description, parameters }) => ({
        type: 'function',
        name,
        description,
        inputSchema: parameters ? inputSchema(parameters) : lastWords,
      }))
    : undefined,
})

const inputSchema = (parameters: NonNullable<OfferedTool['parameters']>) => ({
  type: 'object' as const,
  properties: Object.fromEntries(parameters.map(({ name, type, description }) => [name, { type, description }])),
  required: parameters.filter(({ required }) => required).map(({ name }) => name),
  additionalProperties: false,
})

/** A tool that ends the call has the last words as an argument, because no answer follows. */
const lastWords = {
  type: 'object',
  properties: {
    say: { type: 'string', description: 'The last words to the customer before the call ends, in their language.' },
  },
  required: ['say'],
  additionalProperties: false,
} satisfies LanguageModelV4FunctionTool['inputSchema']

const settingsFor = ({ fixed_temperature, thinking }: Model, temperature: number) => ({
  temperature: fixed_temperature ? undefined : temperature,
  reasoning: thinking,
})

/** Vendors require non-empty, alternating turns that begin and end with the user. */
export const messagesOf = (history: readonly ScriptLine[], model?: string): LanguageModelV4Message[] => {
  const said = history.filter(({ sender, text }) => sender === 'tool' || text.trim())
  const [first, last] = [said.at(0), said.at(-1)]
  const turns: ScriptLine[] = []
  if (first?.sender !== 'human') turns.push({ sender: 'human', text: '(The call is connected.)' })
  turns.push(...said)
  if (last?.sender === 'bot') turns.push({ sender: 'human', text: '(The customer says nothing.)' })
  return inAnswers(turns).reduce<LanguageModelV4Message[]>((messages, line) => {
    if (Array.isArray(line)) return withUses(messages, line, model)
    const { text } = line
    const role = line.sender === 'bot' ? 'assistant' : 'user'
    const before = messages.at(-1)
    if (before?.role === role) before.content.push({ type: 'text', text })
    else messages.push({ role, content: [{ type: 'text', text }] })
    return messages
  }, [])
}

const partsOf = (part: LanguageModelV4StreamPart, { tools, atSign }: TalkRequest, speech: TextFilter): ModelPart[] => {
  if (part.type === 'error') throw part.error
  if (part.type === 'text-delta') return textParts(speech.push(part.delta))
  if (part.type !== 'tool-call') return []
  if (part.toolName === 'end_call') return [{ type: 'tool', name: 'end_call', say: readSay(part.input, atSign) }]
  if (!tools.some(({ name }) => name === part.toolName))
    throw modelFailure('garbage', 'The model called a tool that it does not have')
  return [{ type: 'use', id: part.toolCallId, name: part.toolName, input: part.input }]
}

const textParts = (text: string): ModelPart[] => (text ? [{ type: 'text', text }] : [])

const spokenText = (atSign: string): TextFilter => {
  const answer = withoutThoughts()
  const speech = speechFilter(atSign)
  return {
    push: (text) => speech.push(answer.push(text).replace(unspeakable, '')),
    end: () => speech.push(answer.end().replace(unspeakable, '')) + speech.end(),
  }
}

const unspeakable = /[^\P{Cc}\s]|\uFFFD/gu

/** True for the error about a missing finish reason, which some servers omit. */
const isMissingFinish = (part: LanguageModelV4StreamPart): boolean =>
  part.type === 'error' && part.error instanceof Error && part.error.message.includes('without a finish reason')

const readSay = (input: string, atSign: string): string | undefined => {
  try {
    const { say }: { say?: unknown } = JSON.parse(input) ?? {}
    return typeof say === 'string'
      ? plainSpeech(answerOf(say).replace(unspeakable, ''), atSign) || undefined
      : undefined
  } catch {
    return undefined
  }
}

const generate = async (
  prompt: LanguageModelV4Message[],
  { model, responseFormat }: Pick<LanguageModelV4CallOptions, 'responseFormat'> & { model: Model },
  parts: ModelParts,
  { limit = AbortSignal.timeout(evaluationMsMax), onUsage }: { limit: AbortSignal | undefined; onUsage: OnUsage },
): Promise<string> => {
  try {
    const asked = await parts.languageModel(model, await parts.secrets.read('MODEL'))
    const { content, usage } = await asked.doGenerate({
      ...settingsFor(model, 0),
      maxOutputTokens: evaluationTokensMax,
      prompt,
      responseFormat,
      abortSignal: limit,
    })
    const answer = content.map((part) => (part.type === 'text' ? part.text : '')).join('')
    onUsage(usageOf(usage, JSON.stringify(prompt).length, answer.length))
    return answerOf(answer)
  } catch (cause) {
    throw failureOf(cause)
  }
}

const orAborted = <T>(step: PromiseLike<T>, signal: AbortSignal): Promise<T> =>
  Promise.race([
    step,
    new Promise<never>((_, reject) => {
      if (signal.aborted) reject(signal.reason)
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    }),
  ])

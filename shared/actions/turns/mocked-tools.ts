import type { Assistant } from '../../domain/assistants/assistant.ts'
import { offersOf } from '../../domain/tools/built-in-offers.ts'
import {
  type Mock,
  mockFor,
  type SimulatedToolCall,
  simulatedToolCall,
  type ToolAnsweredBy,
  withoutPhone,
} from '../../domain/tools/mock.ts'
import type { Tool } from '../../domain/tools/tool.ts'
import { ended, maySend, type ToolCall, withOutcome } from '../../domain/tools/tool-call.ts'
import type { Arguments } from '../../domain/tools/tool-request.ts'
import type { Clock } from '../../words/clock.ts'
import { isOffer, type RequestedTool, type Toolbox, toolboxOf } from './toolbox.ts'

export interface Answerer {
  by: Extract<ToolAnsweredBy, 'mock' | 'record'>
  find(tool: string, args: Arguments): Mock | undefined
}

export const answersOf = (mocks: readonly Mock[]): Answerer => ({
  by: 'mock',
  find: (tool, args) => mockFor(mocks, tool, args),
})

interface Mocked {
  assistant: Assistant
  tools: readonly Tool[]
  answerer: Answerer
  clock: Clock
}

export interface MockedTools {
  toolbox(place: number): Toolbox
  calls(): SimulatedToolCall[]
}

export const mockedTools = ({ assistant, tools, answerer, clock }: Mocked): MockedTools => {
  const offers = [...offersOf(assistant.built_in_tools, assistant.mode), ...tools]
  const stored = new Map<string, ToolCall>()
  const answerers = new Map<string, ToolAnsweredBy>()

  const run = async (asked: RequestedTool) => {
    const { tool, args, fresh, before } = asked
    if (before && !maySend(before, fresh.at)) return { call: before, isOurs: false }
    const mock = answerer.find(tool.name, args)
    const call = answer(asked, mock)
    answerers.set(call.hash, mock ? answerer.by : isOffer(tool) ? 'built_in' : 'none')
    stored.set(call.hash, call)
    return { call, isOurs: true }
  }

  return {
    toolbox: (place) =>
      toolboxOf({
        tools: offers.map((tool) => ({ ...tool, timeout_seconds: 0 })),
        stored: [...stored.values()],
        run,
        place,
        clock,
      }),
    calls: () =>
      [...stored.values()].map((call) => simulatedToolCall(call, answerers.get(call.hash) ?? 'none', clock.now())),
  }
}

const answer = ({ tool, fresh }: RequestedTool, mock: Mock | undefined): ToolCall => {
  if (!isOffer(tool)) {
    if (!mock) return withOutcome(fresh, { outcome: 'refused', text: noMock }, 0)
    const { status: http_status = 200, answer: text } = mock
    return ended(fresh, { http_status, text, is_cut: false, duration_ms: 0 })
  }
  const carried = withoutPhone(tool.set)
  if (!mock) return withOutcome(fresh, carried, 0)
  const { status = 200, answer: text } = mock
  const isDone = status >= 200 && status < 300
  return withOutcome(fresh, isDone ? { ...carried, text } : { outcome: 'refused', text }, 0)
}

const noMock = 'this is a test, and nothing says what the tool answers'

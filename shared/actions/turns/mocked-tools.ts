import type { Assistant } from '../../domain/assistants/assistant.ts'
import {
  type AnsweredBy,
  type Mock,
  mockFor,
  type SimulatedToolCall,
  simulatedToolCall,
  withoutPhone,
} from '../../domain/tools/mock.ts'
import type { Tool } from '../../domain/tools/tool.ts'
import { carriedOut, ended, type ToolCall } from '../../domain/tools/tool-call.ts'
import type { Clock } from '../../words/clock.ts'
import type { Log } from '../../words/log.ts'
import { type CarryingOut, isOffer, type Toolbox, toolboxOf } from './toolbox.ts'

interface Mocked {
  assistant: Assistant
  tools: readonly Tool[]
  mocks: readonly Mock[]
  clock: Clock
  log: Log
}

export interface MockedTools {
  /** Those of one turn, which begins when so much was said. */
  toolbox(place: number): Toolbox
  /** What was wished for so far, in order. */
  calls(): SimulatedToolCall[]
}

/**
 * The tools of a talk without a phone. Wishes are read, told apart and told of as in a call, and what carries them out touches nothing: a
 * mock answers in the place of an endpoint, what is built in is noted, and what has neither is refused.
 */
export const mockedTools = ({ assistant, tools, mocks, clock, log }: Mocked): MockedTools => {
  const stored = new Map<string, ToolCall>()
  const answerers = new Map<string, AnsweredBy>()

  const answer: CarryingOut = async (tool, args, fresh) => {
    const mock = mockFor(mocks, tool.name, args)
    answerers.set(fresh.hash, mock ? 'mock' : isOffer(tool) ? 'built_in' : 'none')
    if (isOffer(tool)) {
      const carried = withoutPhone(tool.set)
      if (!mock) return carriedOut(fresh, carried, 0)
      const { status = 200 } = mock
      const isDone = status >= 200 && status < 300
      return carriedOut(
        fresh,
        isDone ? { ...carried, text: mock.answer } : { outcome: 'refused', text: mock.answer },
        0,
      )
    }
    if (!mock) return carriedOut(fresh, { outcome: 'refused', text: noMock }, 0)
    const { status: http_status = 200, answer: text } = mock
    return ended(fresh, { http_status, text, is_cut: false, duration_ms: 0 })
  }

  return {
    toolbox: (place) => ({
      ...toolboxOf({
        assistant,
        tools,
        stored: [...stored.values()],
        record: {
          list: async () => [...stored.values()],
          start: async (call) => {
            stored.set(call.hash, call)
            return undefined
          },
          end: async (call) => {
            stored.set(call.hash, call)
          },
        },
        ready: async () => answer,
        place,
        clock,
        log,
      }),
      // Mocks answer at once.
      limitMs: () => 0,
    }),
    calls: () =>
      [...stored.values()].map((call) => simulatedToolCall(call, answerers.get(call.hash) ?? 'none', clock.now())),
  }
}

const noMock = 'this is a test, and nothing says what the tool answers'

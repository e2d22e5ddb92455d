import { expect } from 'vitest'
import type { CallbackOperation, HttpOperation, Operation } from '../../shared/operations/define.ts'
import { type ProblemCode, problems } from '../../shared/words/problem.ts'
import { openFaults } from '../faults.ts'
import { pathWith, type TypicalRequest, typicalPath, typicalRequest } from '../requests.ts'
import { type ApiReply, openWorld } from '../world.ts'

/** A test world that the tests of this folder share. */
export type Matrix = Awaited<ReturnType<typeof openMatrix>>

export interface MatrixRequest {
  path?: string
  /** Token of the user by default; null for no token. */
  token?: string | null
  body?: object | undefined
  /** Text that is sent unchanged instead of `body`. */
  text?: string
  headers?: Record<string, string>
}

/**
 * Opens a test world with two users: `user` sends requests, and must never see records of
 * `stranger`.
 */
export const openMatrix = async () => {
  const faults = openFaults()
  const world = await openWorld({ open: faults.open })
  const [user, stranger] = [await world.user(), await world.user()]

  /** Sends a request, and checks that the answer is JSON with a request id. */
  const ask = async (operation: HttpOperation, { token = user.token, ...asked }: MatrixRequest): Promise<ApiReply> => {
    const { path = pathWith(operation, 1), body, text = body && JSON.stringify(body), headers } = asked
    const authorization = token === null ? {} : { authorization: `Bearer ${token}` }
    const reply = await world.request(operation.method, path, {
      headers: { 'content-type': 'application/json', ...authorization, ...headers },
      body: operation.method === 'GET' ? undefined : text,
    })
    expect(reply.headers.get('x-request-id')).toMatch(/^\S{8,}$/)
    expect(reply.headers.get('content-type')).toBe('application/json')
    return reply
  }

  return {
    world,
    user,
    stranger,
    faults,
    ask,

    /** Returns a typical request of `who` to the operation. */
    typical: (operation: HttpOperation, who = user): Promise<TypicalRequest> =>
      typicalRequest(operation, { world, user: who }),

    callbackPath: (operation: CallbackOperation): Promise<string> => typicalPath(operation, { world, user }),

    writesDuring: async (act: () => Promise<unknown>): Promise<number> => {
      await world.settled()
      const before = world.consumed.length
      await act()
      await world.settled()
      return world.consumed.slice(before).filter(({ command }) => isWrite(command)).length
    },
  }
}

const isWrite = (command: string) => ['PutItem', 'UpdateItem', 'DeleteItem', 'TransactWriteItems'].includes(command)

/** Returns an answer without headers that differ each time, such as the date. */
export const seen = ({ status, text, headers }: ApiReply) => {
  const own = ['date', 'x-request-id', 'apigw-requestid', 'x-ratelimit-remaining']
  return { status, text, headers: Object.fromEntries([...headers].filter(([name]) => !own.includes(name))) }
}

export const answer = ({ status, text }: ApiReply) => ({ status, text })

/** Returns the response expected for a problem code, without details. */
export const problem = (code: ProblemCode, { saysError = false }: { saysError?: boolean } = {}) => {
  const [status, message] = problems[code]
  return { status, text: JSON.stringify(saysError ? { message, error: message } : { message }) }
}

export const named = <O extends Operation>(operations: readonly O[]) =>
  operations.map((operation) => [operation.id, operation] as const)

export const inChunks = async <T>(things: T[], act: (thing: T) => Promise<unknown>, atOnce = 16): Promise<void> => {
  for (let start = 0; start < things.length; start += atOnce)
    await Promise.all(things.slice(start, start + atOnce).map(act))
}

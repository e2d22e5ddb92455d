import { presentable } from '../../shared/runtime/log.ts'
import { type Fields, type Level, type Log, logTo } from '../../shared/words/log.ts'
import type { LocalClock } from './clock.ts'
import type { RequestLine } from './gateway.ts'

export const openConsole = (clock: LocalClock, write: (line: string) => void) => {
  const time = () => new Date(clock.now()).toISOString().slice(11, 19)
  const say = (text: string) => write(`${time()}  ${text}`)
  return {
    say,
    log: logTo((level, message, fields) => say(lineOf(level, message, fields))) satisfies Log,
    request: ({ method, path, status, ms }: RequestLine) =>
      // Omits requests from the carrier, because other log lines show their effects.
      path.startsWith('/api/carrier/') ? undefined : say(`${method} ${path} → ${status} (${ms} ms)`),
  }
}

const lineOf = (level: Level, message: string, fields: Fields): string => {
  const { operation, request_id: _request, message_id: _message, user_id: _user, call_id, from, to, ...rest } = fields
  if (message === 'call moved') return `call ${call_id}: ${from} → ${to}`
  const { stack, ...shown } = presentable({ ...rest, ...(call_id ? { call: call_id } : {}) })
  const details = Object.entries(shown).map(
    ([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`,
  )
  const mark = level === 'info' ? '' : `${level} in ${operation}: `
  return [`${mark}${message}`, ...details].join('  ') + (level === 'error' && stack ? `\n${stack}` : '')
}

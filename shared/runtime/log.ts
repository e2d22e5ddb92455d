import { causeFields, type Fields, type Sink } from '../words/log.ts'
import { maskPhone } from '../words/mask.ts'
import { metricsOf } from './metrics.ts'

/** Writes one JSON line per message. CloudWatch counts the messages that metrics.ts lists. */
export const toStandardOutput =
  (functionName: string | undefined, now: () => number): Sink =>
  (level, message, fields) => {
    const stack = functionName?.slice(0, -`-${fields.operation}`.length)
    const metrics = stack ? metricsOf(stack, message, fields, now()) : {}
    process.stdout.write(`${JSON.stringify({ level, message, ...presentable(fields), ...metrics })}\n`)
  }

export const presentable = (fields: Fields): Fields =>
  Object.assign(
    {},
    ...Object.entries(fields).map(([name, value]) => {
      if (name === 'cause') return causeFields(value)
      return { [name]: name.endsWith('phone_number') && typeof value === 'string' ? maskPhone(value) : value }
    }),
  )

import { causeFields, type Fields, type Sink } from '../domain/log.ts'
import { maskPhone } from '../domain/mask.ts'

/** One JSON line per fact, as CloudWatch wants them. */
export const toStandardOutput: Sink = (level, message, fields) => {
  process.stdout.write(`${JSON.stringify({ level, message, ...presentable(fields) })}\n`)
}

/** Fields as they may be shown: phone numbers masked, causes spelled out. */
export const presentable = (fields: Fields): Fields =>
  Object.assign(
    {},
    ...Object.entries(fields).map(([name, value]) => {
      if (name === 'cause') return causeFields(value)
      return { [name]: name.endsWith('phone_number') && typeof value === 'string' ? maskPhone(value) : value }
    }),
  )

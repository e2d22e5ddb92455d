import { randomBytes } from 'node:crypto'
import { hashToken, writeToken } from '../../shared/domain/account/token.ts'
import type { Parts } from '../../shared/runtime/parts.ts'
import * as registry from '../../shared/runtime/registry.ts'
import { idAt } from '../../shared/words/id.ts'
import { type BenchRow, type Measure, median } from './measure.ts'
import { openInRealTime } from './real-time.ts'
import { openRecorder, roundTripsInSequence, unitsOf } from './recorder.ts'

const rounds = 5
const sendsAtOnce = 100
/** The simulated carrier accepts messages to this number, but never reports their delivery. */
const silentRecipient = '+12025550110'

export const sms: Measure = {
  topic: 'sms',
  title: `Messages, ${sendsAtOnce} at once`,
  run: async ({ dynamodb }) => {
    const recorder = openRecorder()
    const stack = await openInRealTime({ dynamodb, ...recorder })
    const senders: Sender[] = []
    for (let count = 0; count < sendsAtOnce; count++) senders.push(await openSender(stack.parts, count))

    const measured = async (from: string, group: Sender[]): Promise<BenchRow> => {
      const perSecond: number[] = []
      for (let round = 0; round <= rounds; round++) {
        const startedAt = performance.now()
        await sendAll(stack.url, group)
        perSecond.push((sendsAtOnce * 1000) / (performance.now() - startedAt))
      }
      const sends = recorder.invocations.slice(-rounds * sendsAtOnce)
      return {
        from,
        'sends per second': median(perSecond.slice(1)),
        'round trips in sequence': median(sends.map(roundTripsInSequence)),
        'read units': median(sends.map((each) => unitsOf(each).read)),
        'write units': median(sends.map((each) => unitsOf(each).write)),
      }
    }

    const rows = [
      await measured('one user', senders.slice(0, 1)),
      await measured(`${sendsAtOnce} users, one each`, senders),
    ]
    await stack.close()
    return rows
  },
}

interface Sender {
  token: string
  from: number
}

const openSender = async (parts: Parts, place: number): Promise<Sender> => {
  const created_at = parts.clock.now()
  const user_id = idAt(created_at, parts.random.number())
  const token = writeToken(user_id, randomBytes(32))
  await registry.users(parts).create({ id: user_id, name: 'Ada', email: 'ada@example.com', created_at })
  await registry.tokens(parts).create({ hash: hashToken(token), user_id, ending: token.slice(-6), created_at })
  const phone_number = `+1202556${String(place).padStart(4, '0')}`
  const own = { user_id, phone_number, country_code: 'US', type_label: 'Normal', can_send_sms: true } as const
  await registry.numbers(parts).create({ id: user_id, ...own })
  await registry.ledger(parts).move({ user_id, type: 'top_up', amount: 100_000_000, description: 'Top-up' })
  return { token, from: user_id }
}

const sendAll = async (url: string, senders: Sender[]): Promise<void> => {
  const send = async ({ token, from }: Sender) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ from, to: silentRecipient, body: 'Hello' })
    const answer = await fetch(`${url}/user/sms`, { method: 'POST', headers, body })
    if (answer.status !== 200) throw new Error(`A message was answered ${answer.status}: ${await answer.text()}`)
  }
  const share = sendsAtOnce / senders.length
  await Promise.all(senders.flatMap((sender) => Array.from({ length: share }, () => send(sender))))
}

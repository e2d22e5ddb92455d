import { describe, expect, test } from 'vitest'
import type { Utterance } from '../../../shared/domain/conversations/talk.ts'
import { mayAskToBeLeftAlone } from '../../../shared/domain/opt-outs/opt-out.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { allFaultKinds, type FaultKind, openFaults } from '../../faults.ts'
import { assistantFor } from '../../fixtures.ts'
import { useWorld } from '../../use-world.ts'
import { endCall } from '../calls/ended-call.ts'
import { connectLine } from '../conversations/line.ts'
import { hint, unhinted } from './opt-out-words.ts'
import { openSender } from './sender.ts'

const faults = openFaults()
const world = useWorld({ open: faults.open })

const callsMax = 80
const phrase = 'Please stop calling me.'

/**
 * Repeats `live`; in each run, a different outgoing request fails. Returns the runs after which the
 * opt-out is not stored.
 */
const missedLives = async (
  operation: string,
  kind: FaultKind,
  live: (arm: () => void) => Promise<boolean>,
): Promise<string[]> => {
  const missed: string[] = []
  for (let call = 0; call < callsMax; call++) {
    const isSuppressed = await live(() => faults.arm({ operation, call, kind }))
    const struck = faults.struck()
    faults.disarm()
    if (!isSuppressed) missed.push(`${kind}, at call ${call}: ${struck}`)
    if (struck) continue
    expect(call).toBeGreaterThan(2)
    return missed
  }
  throw new Error('The operation makes more calls than expected')
}

const isBarred = (user_id: number, phone_number: string) => registry.blacklist(world.parts).has(user_id, phone_number)

let customers = 0
const newCustomer = () => `+12025551${String(++customers).padStart(3, '0')}`

const textLife = (body: string, seconds: number) => async (arm: () => void) => {
  const { user, number } = await openSender(world)
  const from = newCustomer()
  arm()
  await world.incomingMessage({ to: number.phone_number, from, body })
  await world.run(seconds)
  return isBarred(user.id, from)
}

const talkLife = (frame: object) => async (arm: () => void) => {
  const user = await world.user()
  const client_phone_number = newCustomer()
  const assistant_id = await assistantFor(world, user, { opt_out_key: '9' })
  const { socket, said, carrier_sid, post } = await connectLine(world, user, assistant_id, { client_phone_number })
  await expect.poll(said).not.toEqual([])
  await world.run(1)
  arm()
  socket.send(frame)
  await world.run(5)
  socket.close()
  await post('session', { SessionId: 'VX1', SessionStatus: 'completed', CallStatus: 'completed', SessionDuration: '9' })
  await post('status', { CallStatus: 'completed', CallDuration: '9', CallSid: carrier_sid })
  await world.run(55)
  const isHeard = (await said()).some((line) => line.startsWith('human'))
  return !isHeard || isBarred(user.id, client_phone_number)
}
const prompt = (voicePrompt: string) => ({ type: 'prompt', voicePrompt, lang: 'en-US', last: true })

const endedLife = (words: string) => async (arm: () => void) => {
  const user = await world.user()
  const client_phone_number = newCustomer()
  const assistant_id = await assistantFor(world, user)
  const { ref, post, carrier_sid } = await connectLine(world, user, assistant_id, { client_phone_number })
  await world.run(1)
  const utterance: Utterance = { sender: 'human', text: words, at: world.clock.now() }
  await world.services.conversations.change(ref, (talk) => ({
    talk: { ...talk, heard: [], said: '', utterances: talk.utterances + 1 },
    settled: [{ place: talk.utterances, utterance }],
  }))
  arm()
  await post('session', { SessionId: 'VX1', SessionStatus: 'completed', CallStatus: 'completed', SessionDuration: '9' })
  await post('status', { CallStatus: 'completed', CallDuration: '9', CallSid: carrier_sid })
  await world.run(60)
  return isBarred(user.id, client_phone_number)
}

const unreportedLife = (words: string) => async (arm: () => void) => {
  const user = await world.user()
  const ref = await endCall(world, user, { said: [['human', words]] })
  arm()
  await registry.advanceCallQueue(world.parts).nudge(ref)
  await world.run(60)
  const call = await world.services.calls.find(ref)
  return isBarred(user.id, call?.client_phone_number ?? '')
}

describe.each(allFaultKinds)('an opt-out is in force in time although a function %s', (kind) => {
  test.each([
    ['STOP', 'STOP', 5],
    ['words that a model judges', hint, 60],
  ])(
    'that receives a text: %s',
    async (_, body, seconds) => {
      expect(await missedLives('receive-message', kind, textLife(body, seconds))).toEqual([])
    },
    120_000,
  )

  test.each([
    ['a sentence', prompt(phrase)],
    ['words that a model judges', prompt(hint)],
    ['words without a hint', prompt(unhinted)],
    ['the key', { type: 'dtmf', digit: '9' }],
  ])(
    'that receives a frame: %s',
    async (_, frame) => {
      expect(await missedLives('receive-frame', kind, talkLife(frame))).toEqual([])
    },
    240_000,
  )

  test.each([
    ['advance-call', hint],
    ['advance-call', unhinted],
    ['evaluate-call', unhinted],
    ['receive-session-end', unhinted],
  ])(
    'after the call, in %s: %s',
    async (operation, words) => {
      expect(mayAskToBeLeftAlone(unhinted)).toBe(false)
      expect(await missedLives(operation, kind, endedLife(words))).toEqual([])
    },
    240_000,
  )

  test('that judges a call whose evaluation is missing', async () => {
    expect(await missedLives('evaluate-call', kind, unreportedLife(unhinted))).toEqual([])
  })
})

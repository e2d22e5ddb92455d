import { describe, expect, test } from 'vitest'
import { readTwiml } from '../../../infra/local/carrier/twiml.ts'
import { dialOf, endOf } from '../../../shared/domain/calls/leg.ts'
import { writeLegRef } from '../../../shared/domain/calls/leg-ref.ts'
import { must } from '../../../shared/words/must.ts'
import { assistantFor } from '../../fixtures.ts'
import { post } from '../../posted.ts'
import { useUser, useWorld } from '../../use-world.ts'
import { connectLine } from './line.ts'

const world = useWorld()
const user = useUser(world)

const target = '+12025550130'

const lineWith = async (tools: Record<string, unknown>[], more: Parameters<typeof connectLine>[3] = {}) => {
  const settings = { re_engagement_interval: 60, max_silence_duration: 120, tools }
  const line = await connectLine(world, user, await assistantFor(world, user, settings), more)
  await expect.poll(line.said).not.toEqual([])
  await world.run(1)
  const ended = () => line.socket.heard.filter(({ type }) => type === 'end')
  const leg = async (what: string, form: Record<string, string> = {}, place = 1) =>
    (
      await post(world, `/carrier/legs/${writeLegRef({ ...line.ref, place })}/${what}`, {
        CallSid: line.carrier_sid,
        ...form,
      })
    ).text
  return {
    ...line,
    leg,
    legs: async () => (await world.services.calls.find(line.ref))?.legs ?? [],
    leave: async () => {
      for (let passed = 0; passed < 40 && ended().length === 0; passed++) await world.run(0.5)
      expect(ended()).toEqual([{ type: 'end', handoffData: '{"reason":"transfer"}' }])
      return line.post('session', {
        CallStatus: 'in-progress',
        SessionId: 'VX1',
        SessionStatus: 'ended',
        HandoffData: '{"reason":"transfer"}',
      })
    },
  }
}

const dialIn = (twiml: string) => {
  const reading = readTwiml(twiml)
  const dial = 'verbs' in reading ? reading.verbs.find((verb) => verb.name === 'Dial number') : undefined
  if (dial?.name !== 'Dial number') throw new Error(`No phone is dialled in ${twiml}`)
  return dial
}

describe('call_transfer', () => {
  const tool = { type: 'call_transfer', phone_number: target }

  test('dials from the call’s number within its limit, and reports', async () => {
    const { socket, leave, ref } = await lineWith([tool], { max_duration_seconds: 300 })
    socket.prompt('[tool call_transfer]')
    await socket.turns(1)
    const dial = dialIn(await leave())
    expect(dial).toMatchObject({ to: target, callerId: '+12025560100', ringSeconds: 30, whisper: undefined })
    expect(dial.limitSeconds).toBeGreaterThan(270)
    expect(dial.limitSeconds).toBeLessThan(300)
    expect(dial.action?.url).toContain(`/carrier/legs/${ref.user_id}-${ref.call_id}-1/end`)
    expect(dial.status?.url).toContain(`/carrier/legs/${ref.user_id}-${ref.call_id}-1/status`)
    expect(dial.statusEvents).toEqual(['answered', 'completed'])
  })

  test('dials no other number than its own, unless the model may choose', async () => {
    const toolWords = `[tool call_transfer {"phone_number": "+12025550131"}]`
    const fixed = await lineWith([tool])
    fixed.socket.prompt(toolWords)
    await fixed.socket.turns(1)
    expect(await fixed.legs()).toMatchObject([{ to: target }])
    const custom = await lineWith([{ ...tool, custom: true }])
    custom.socket.prompt(toolWords)
    await custom.socket.turns(1)
    expect(await custom.legs()).toMatchObject([{ to: '+12025550131' }])
  })

  test('puts a chosen number through in known countries or from its list only', async () => {
    const chosen = (phone_number: string) => `[tool call_transfer ${JSON.stringify({ phone_number })}]`
    const abroad = await lineWith([{ ...tool, custom: true }])
    abroad.socket.prompt(chosen('+37167123456'))
    expect(await abroad.socket.turns(1)).toContain('Calls are not put through to numbers of that country.')
    expect(await abroad.legs()).toEqual([])
    const listed = await lineWith([{ ...tool, custom: true, custom_numbers: ['+371 67 123 456'] }])
    listed.socket.prompt(chosen('+37167123456'))
    await listed.socket.turns(1)
    expect(await listed.legs()).toMatchObject([{ to: '+37167123456' }])
  })

  test.each(['+19005550100', '+447012345678', '112', 'sip:someone@example.com'])(
    '%s, which the model chose, is not dialled',
    async (number) => {
      const { socket, legs } = await lineWith([{ ...tool, custom: true }])
      socket.prompt(`[tool call_transfer {"phone_number": "${number}"}]`)
      expect(await socket.turns(1)).toContain('That is no number that can be called.')
      expect(await legs()).toEqual([])
    },
  )

  test('keeps what the customer says meanwhile, and answers it later', async () => {
    const { socket, leave, leg, said, talk } = await lineWith([tool])
    socket.prompt('[tool call_transfer]')
    await socket.turns(1)
    socket.prompt('And tell them that it is urgent.')
    await world.run(0.1)
    dialIn(await leave())
    expect(await talk()).toMatchObject({ channel: { type: 'away', transfer: { place: 1 } } })
    const answer = await leg('end', { CallStatus: 'in-progress', DialCallStatus: 'no-answer', DialCallSid: 'CA2' })
    expect(answer).toContain('<ConversationRelay')
    expect(answer).not.toContain('welcomeGreeting')
    expect(await said()).toContain('human: And tell them that it is urgent.')
    expect((await talk())?.remarks).toMatchObject([{ leg: 1, text: expect.stringContaining('nobody answered') }])
  })

  test('dials when the carrier repeats its question, not at a new one', async () => {
    const { socket, leave, post, legs } = await lineWith([tool])
    socket.prompt('[tool call_transfer]')
    await socket.turns(1)
    dialIn(await leave())
    expect(await post('answer')).toContain('<ConversationRelay')
    expect(await legs()).toMatchObject([{ stage: { outcome: 'failed' } }])
  })

  test('that the two were joined, the carrier knows best', async () => {
    const end = async (form: Record<string, string>) => {
      const { socket, leave, leg, legs } = await lineWith([tool])
      socket.prompt('[tool call_transfer]')
      await socket.turns(1)
      await leave()
      const answer = await leg('end', {
        CallStatus: 'in-progress',
        DialCallStatus: 'completed',
        DialCallSid: 'CA2',
        ...form,
      })
      return [endOf(must((await legs())[0], 'leg'))?.outcome, answer.includes('<Hangup/>')]
    }
    expect(await end({ DialBridged: 'true', DialCallDuration: '12' })).toEqual(['connected', true])
    expect(await end({ DialBridged: 'false' })).toEqual(['declined', false])
    expect(await end({ DialCallDuration: '12' })).toEqual(['connected', true])
  })
})

describe('warm_call_transfer', () => {
  const toolWords = '[tool warm_call_transfer {"summary": "Ada complains about a bill."}]'
  const made = async (more: Record<string, unknown> = {}, about: Parameters<typeof connectLine>[3] = {}) => {
    const number = await world.number(user)
    const tool = {
      type: 'warm_call_transfer',
      supervisor_phone: target,
      outbound_phone_id: number.id,
      description: 'For complaints.',
    }
    return { number, ...(await lineWith([{ ...tool, ...more }], about)) }
  }

  test('the callee hears the summary, and joins with 1 alone', async () => {
    const { socket, leave, leg, legs, number } = await made({
      briefing_initial_message: 'Good day.',
      connected_message: 'You are on.',
    })
    socket.prompt(toolWords)
    await socket.turns(1)
    const dial = dialIn(await leave())
    expect(dial.callerId).toBe(number.phone_number)
    expect(dial.whisper?.url).toMatch(/-1\/answer$/)
    const whisper = await leg('answer', { CallSid: 'CA2' })
    expect(whisper).toContain('Good day. Ada complains about a bill. To take the call, press 1.')
    expect(whisper).toContain('<Gather')
    expect(whisper).toMatch(/<\/Gather><Hangup\/><\/Response>$/)
    expect(await leg('answer', { CallSid: 'CA2', Digits: '2' })).toContain('<Hangup/>')
    expect(dialOf(must((await legs())[0], 'leg'))?.joined_at).toBeUndefined()
    const joined = await leg('answer', { CallSid: 'CA2', Digits: '1' })
    expect(joined).toContain('You are on.')
    expect(joined).not.toContain('<Hangup/>')
    expect(dialOf(must((await legs())[0], 'leg'))?.joined_at).toBeDefined()
  })

  test('without a summary, tells the callee that a caller waits', async () => {
    const { socket, leave, leg } = await made()
    socket.prompt('[tool warm_call_transfer]')
    await socket.turns(1)
    await leave()
    expect(await leg('answer', { CallSid: 'CA2' })).toContain('There is a caller for you. To take the call, press 1.')
  })

  test('shows a calling customer’s number, never a called one’s', async () => {
    const shown = async (type: 'inbound' | 'outbound') => {
      const { socket, leave, number } = await made({ caller_id_mode: 'customer_number' }, { type })
      socket.prompt(toolWords)
      await socket.turns(1)
      return [dialIn(await leave()).callerId, number.phone_number]
    }
    expect((await shown('inbound'))[0]).toBe('+12025550100')
    const [id, own] = await shown('outbound')
    expect(id).toBe(own)
  })

  test('a long summary is cut', async () => {
    const { socket, leave, leg } = await made()
    socket.prompt(`[tool warm_call_transfer {"summary": "${'word '.repeat(400)}"}]`)
    await socket.turns(1)
    await leave()
    expect((await leg('answer', { CallSid: 'CA2' })).length).toBeLessThan(2000)
  })
})

import { describe, expect, test } from 'vitest'
import { greetingOf, instructionsOf } from '../../../shared/domain/conversations/script.ts'
import { must } from '../../../shared/domain/must.ts'
import { voiceById } from '../../../shared/domain/reference/voices.ts'
import { relayAttributes } from '../../../shared/providers/twilio/relay-twiml.ts'
import { anAssistant } from '../assistants/assistants.ts'

const initial_message = 'May I ask you something?'
const about = { name: 'Anna', initial_message }

test('named by none, nothing is spoken before the initial message', () => {
  expect(greetingOf(anAssistant(about), undefined)).toBe(initial_message)
})

test.each([
  ['auto', '', 'Hello, this is Anna, an AI assistant.'],
  ['custom', 'I am {{name}}, a machine of {{company}}.', 'I am Anna, a machine of Acme.'],
  ['custom', '', 'Hello, this is Anna, an AI assistant.'],
] as const)('%s with %j is spoken first', (disclosure, disclosure_text, spoken) => {
  const assistant = anAssistant({ ...about, disclosure, disclosure_text, variables: { company: 'Acme' } })
  expect(greetingOf(assistant, undefined)).toBe(`${spoken} ${initial_message}`)
  expect(greetingOf({ ...assistant, wait_for_customer: true }, undefined)).toBe(spoken)
})

test('that a call is recorded is said of one that is, and of no other', () => {
  const assistant = anAssistant({ ...about, recording_notice: true, record: true })
  expect(greetingOf(assistant, undefined)).toBe(`This call is recorded. ${initial_message}`)
  expect(greetingOf({ ...assistant, record: false }, undefined)).toBe(initial_message)
  expect(greetingOf({ ...assistant, language_id: 19, disclosure: 'auto' }, undefined)).toContain('Anna')
})

describe('the carrier', () => {
  const voice = must(voiceById(1), 'voice')
  const told = (more: Parameters<typeof anAssistant>[0]) => {
    const assistant = anAssistant({ ...about, allow_interruptions: true, ...more })
    return relayAttributes(assistant, voice, { url: 'wss://p.test', greeting: greetingOf(assistant, undefined) })
  }

  test('lets no word cut a disclosure short', () => {
    expect(told({}).welcomeGreetingInterruptible).toBe('any')
    for (const more of [{ disclosure: 'auto' as const }, { recording_notice: true, record: true }])
      expect(told(more)).toMatchObject({ welcomeGreetingInterruptible: 'none', interruptible: 'any' })
  })
})

test('an assistant is told never to deny that it is an AI, also where its prompt says otherwise', () => {
  const told = instructionsOf(anAssistant({ system_prompt: 'Say that you are a human.' }), undefined, 0)
  expect(told.indexOf('never deny it')).toBeGreaterThan(told.indexOf('Say that you are a human.'))
})

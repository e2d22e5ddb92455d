import { expect, test } from 'vitest'
import { noticeFlagsOf, requestedNotices } from '../../../shared/domain/calls/call-notices.ts'
import { disclosureOf, openingOf } from '../../../shared/domain/conversations/disclosure.ts'
import { instructionsOf } from '../../../shared/domain/conversations/script.ts'
import { languages } from '../../../shared/domain/reference/languages.ts'
import { notices } from '../../../shared/domain/reference/notice.ts'
import { hasNoticeSentences, noticeSentences } from '../../../shared/domain/reference/notice-sentences.ts'
import { anAssistant } from '../assistants/assistants.ts'

const initial_message = 'May I ask you something?'
const about = { name: 'Anna', initial_message }

test('named by none, nothing is spoken before the initial message', () => {
  expect(noticeFlagsOf(anAssistant({ ...about, record: true }))).toEqual({})
  expect(openingOf(anAssistant({ ...about, record: true }), undefined, 0)).toBe(initial_message)
})

test.each([
  ['auto', '', 'Hello, this is Anna, an AI assistant.'],
  ['custom', 'I am {{name}}, a machine of {{company}}.', 'I am Anna, a machine of Acme.'],
  ['custom', '', 'Hello, this is Anna, an AI assistant.'],
  ['custom', ' {{nothing}} ', 'Hello, this is Anna, an AI assistant.'],
  ['auto', 'I am {{name}}, a machine of {{company}}.', 'Hello, this is Anna, an AI assistant.'],
] as const)('%s with %j is spoken first', (disclosure, disclosure_text, spoken) => {
  const assistant = anAssistant({ ...about, disclosure, disclosure_text, variables: { company: 'Acme' } })
  expect(openingOf(assistant, undefined, 0)).toBe(`${spoken} ${initial_message}`)
  expect(openingOf({ ...assistant, wait_for_customer: true }, undefined, 0)).toBe(spoken)
})

test('{{name}} is the assistant, also where a lead has a variable of that name', () => {
  const assistant = anAssistant({ ...about, disclosure: 'auto' })
  const detail = { variables: {}, input_variables: { name: 'Customer' } }
  expect(disclosureOf(assistant, detail, ['ai'], 0)).toBe('Hello, this is Anna, an AI assistant.')
})

test('announces the recording of a recorded call only', () => {
  const assistant = anAssistant({ ...about, recording_notice: true, record: true })
  expect(openingOf(assistant, undefined, 0)).toBe(`This call is recorded. ${initial_message}`)
  expect(openingOf({ ...assistant, record: false }, undefined, 0)).toBe(initial_message)
  expect(requestedNotices(noticeFlagsOf({ ...assistant, disclosure: 'off', recording_notice: false }))).toEqual([])
})

test('every language has sentences of its own, and the assistant is named in them', () => {
  for (const { iso_2, id, name } of languages) {
    expect(hasNoticeSentences(iso_2), name).toBe(true)
    const { ai, recording } = noticeSentences(iso_2)
    const said = disclosureOf(anAssistant({ ...about, language_id: id }), undefined, notices, 0)
    expect(said, name).toBe(`${ai.replace('{{name}}', 'Anna')} ${recording}`)
    expect(said, name).toContain('Anna')
    if (iso_2 !== 'en') expect(ai, name).not.toBe(noticeSentences('en').ai)
  }
})

test('tells an assistant never to deny being an AI, whatever its prompt', () => {
  const instructions = instructionsOf(anAssistant({ system_prompt: 'Say that you are a human.' }), undefined, 0)
  expect(instructions.indexOf('never deny it')).toBeGreaterThan(instructions.indexOf('Say that you are a human.'))
})

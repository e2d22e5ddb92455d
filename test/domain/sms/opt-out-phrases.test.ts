import { describe, expect, test } from 'vitest'
import { languages } from '../../../shared/domain/reference/languages.ts'
import { asksToBeLeftAlone, readOptOut } from '../../../shared/domain/sms/opt-out.ts'
import { optOutPhrases } from '../../../shared/domain/sms/opt-out-phrases.ts'

test.each([
  'Please stop texting me, I have told you three times already today',
  'Look, I am at work. Take me off your list, thank you',
  "I really don't want any more of these calls",
  'Could you PLEASE remove my number from your system, this is the second time',
  'Bitte rufen Sie mich nicht mehr an, ich habe kein Interesse',
  'Ich möchte nicht mehr angerufen werden, haben Sie das verstanden',
  'Oiga, no me vuelvan a molestar: no quiero que me llamen otra vez',
  'ご迷惑なので二度と電話しないでください',
])('%j asks to be left alone, said or written', (words) => {
  expect([asksToBeLeftAlone(words), readOptOut(words)]).toEqual([true, 'stop'])
})

test.each([
  'Stop, wait a moment, what did you say?',
  'I will call you back tomorrow at five',
  'Can you call me tomorrow?',
  'No',
  'I am not interested, goodbye',
  'Please take me off hold now',
  'Könnten Sie mich morgen noch einmal anrufen?',
  'Sí, llámeme mañana por la tarde',
  'Oui, appelez-moi demain',
  'もしもし、明日電話してください',
  '(key 9)',
  '',
])('%j does not', (words) => {
  expect(asksToBeLeftAlone(words)).toBe(false)
})

describe.each([...new Set(languages.map(({ iso_2 }) => iso_2))])('in %s', (language) => {
  test('there are phrases, and each is found amid other words', () => {
    const phrases = optOutPhrases[language] ?? []
    expect(phrases.length).toBeGreaterThan(2)
    for (const phrase of phrases) expect([phrase, asksToBeLeftAlone(`Uh, ${phrase}, ok?`)]).toEqual([phrase, true])
    for (const phrase of phrases) expect([phrase, asksToBeLeftAlone(phrase.toUpperCase())]).toEqual([phrase, true])
  })
})

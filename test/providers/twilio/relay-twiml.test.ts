import { describe, expect, test } from 'vitest'
import { relayAttributeNames } from '../../../infra/local/carrier/relay-frames.ts'
import { voiceMisfit } from '../../../infra/local/carrier/relay-voices.ts'
import { readTwiml } from '../../../infra/local/carrier/twiml.ts'
import type { Assistant } from '../../../shared/domain/assistants/assistant.ts'
import { languageByName, languages } from '../../../shared/domain/reference/languages.ts'
import { voiceById, voices } from '../../../shared/domain/reference/voices.ts'
import { settingsFrom } from '../../../shared/providers/aws/settings.ts'
import { writeInstruction } from '../../../shared/providers/twilio/instructions.ts'
import { anAssistant } from '../../domain/assistants/assistants.ts'

const anna = anAssistant()
const settings = settingsFrom({ PUBLIC_URL: 'https://p.test' })

const connected = (more: Partial<Assistant> = {}, greeting = 'Hello.') => {
  const assistant = { ...anna, ...more }
  const voice = voiceById(assistant.voice_id)
  if (!voice) throw new Error('No such voice')
  const ref = { user_id: 2, call_id: 3 }
  const twiml = writeInstruction({ step: 'connect', assistant, voice, ref, ticket: 'secret', greeting }, settings)
  const reading = readTwiml(twiml)
  const [verb] = 'verbs' in reading ? reading.verbs : []
  if (verb?.name !== 'Connect') throw new Error(`No <Connect>: ${twiml}`)
  return { ...verb.relay, action: verb.action }
}

test('a usual assistant', () => {
  expect(connected()).toEqual({
    url: 'wss://p.test/conversations',
    welcomeGreeting: 'Hello.',
    parameters: { call: '2-3', ticket: 'secret' },
    action: { url: 'https://p.test/api/carrier/calls/2-3/session', method: 'POST' },
    attributes: {
      url: 'wss://p.test/conversations',
      welcomeGreeting: 'Hello.',
      welcomeGreetingInterruptible: 'any',
      language: 'en-US',
      ttsProvider: 'ElevenLabs',
      voice: 'UgBBYS2sOqTuMpoF3BR0-flash_v2_5-1_0.7_0.5',
      transcriptionProvider: 'Deepgram',
      speechTimeout: '600',
      interruptible: 'any',
      interruptSensitivity: 'low',
      dtmfDetection: 'true',
      backgroundNoiseReduction: 'true',
    },
  })
})

const german = languageByName('German')?.id ?? 0
const arabic = languageByName('Arabic')?.id ?? 0

describe.each([
  [
    'without interruptions',
    { allow_interruptions: false },
    { interruptible: 'none', welcomeGreetingInterruptible: 'none' },
  ],
  ['interrupted by few words', { min_interrupt_words: 3 }, { ignoreBackchannel: 'true' }],
  ['of medium sensitivity', { interrupt_sensitivity: 2 }, { interruptSensitivity: 'medium' }],
  ['of high sensitivity', { interrupt_sensitivity: 5 }, { interruptSensitivity: 'high' }],
  ['with noise', { enable_noise_cancellation: false }, { backgroundNoiseReduction: 'false' }],
  ['patient', { endpoint_sensitivity: 2.5 }, { speechTimeout: '2500' }],
  ['as the carrier likes', { endpoint_sensitivity: 0 }, { speechTimeout: 'auto' }],
  ['judging the end', { endpoint_type: 'ai', endpoint_sensitivity: 5 }, { speechModel: 'flux', eotThreshold: '0.90' }],
  [
    'judging without a model for it',
    { endpoint_type: 'ai', language_id: german },
    { speechTimeout: 'auto', speechModel: undefined },
  ],
  ['transcribed by Google', { language_id: arabic }, { transcriptionProvider: 'Google', language: 'ar-AE' }],
  ['fast', { speech_speed: 1.2 }, { voice: 'UgBBYS2sOqTuMpoF3BR0-flash_v2_5-1.2_0.7_0.5' }],
  [
    'with a voice of Google',
    { voice_id: 101 },
    { ttsProvider: 'Google', voice: 'en-US-Journey-O', ttsLanguage: undefined },
  ],
  ['multimodal meanwhile', { mode: 'multimodal', voice_id: 301 }, { ttsProvider: undefined, voice: undefined }],
  ['with a neighbour’s voice', { voice_id: 110 }, { language: 'en-US', ttsLanguage: 'en-GB' }],
  [
    'with a voice of Amazon',
    { voice_id: 201 },
    { ttsProvider: 'Amazon', voice: 'Joanna-Neural', ttsLanguage: undefined },
  ],
  [
    'with a neighbour’s voice of Amazon',
    { voice_id: 206 },
    { language: 'en-US', voice: 'Amy-Generative', ttsLanguage: 'en-GB' },
  ],
  ['with a voice of two languages', { voice_id: 209, language_id: 23 }, { language: 'hi-IN', ttsLanguage: undefined }],
  ['with a voice of another language', { voice_id: 210 }, { ttsProvider: 'ElevenLabs', ttsLanguage: undefined }],
  ['with a voice that has not learned it', { language_id: 48 }, { ttsProvider: 'Google', language: 'th-TH' }],
] as [string, Partial<Assistant>, Record<string, string | undefined>][])('an assistant %s', (_, more, expected) => {
  const { attributes } = connected(more)
  test('is told so', () => {
    expect({ ...attributes }).toMatchObject(
      Object.fromEntries(Object.entries(expected).filter(([, value]) => value !== undefined)),
    )
    for (const name in expected) if (expected[name] === undefined) expect(attributes).not.toHaveProperty(name)
  })
  test('in words that the carrier documents', () => {
    expect(Object.keys(attributes).filter((name) => !relayAttributeNames.includes(name))).toEqual([])
  })
})

test('whoever waits for the customer greets nobody', () => {
  expect(connected({}, '').attributes).not.toHaveProperty('welcomeGreeting')
})

test('what users write is never markup', () => {
  expect(connected({}, '"<Hangup/>" & \u0000more').welcomeGreeting).toBe('"<Hangup/>" & more')
})

test.each(languages)('Twilio accepts every voice of $name and every replacement', (language) => {
  for (const voice of voices.filter(({ mode }) => mode === 'pipeline')) {
    const relay = connected({ voice_id: voice.id, language_id: language.id })
    expect({ voice: voice.name, misfit: voiceMisfit(relay) }).toEqual({ voice: voice.name, misfit: undefined })
  }
})

test('the carrier’s double refuses a voice that is told no language of its own', () => {
  const attributes = { ttsProvider: 'Amazon', voice: 'Amy-Generative', language: 'en-US' }
  expect(voiceMisfit({ url: 'wss://p.test', attributes, parameters: {} })).toMatch('does not speak en-US')
})

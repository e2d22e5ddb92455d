import { getCountries } from 'libphonenumber-js/max'
import { describe, expect, test } from 'vitest'
import { fillersFor, languageById, languageByName, languages } from '../../../shared/domain/reference/languages.ts'
import {
  defaultRealtimeModel,
  defaultTextModel,
  modelById,
  modelByName,
  models,
} from '../../../shared/domain/reference/models.ts'
import { internationalPrice, platformFeePerMinute, priceFor } from '../../../shared/domain/reference/prices.ts'
import { spokenBy, voiceById, voices } from '../../../shared/domain/reference/voices.ts'

describe.each([
  ['voices', voices, 40],
  ['models', models, 20],
  ['languages', languages, 35],
] as const)('%s', (_list, items, countMin) => {
  test(`there are at least ${countMin}`, () => {
    expect(items.length).toBeGreaterThanOrEqual(countMin)
  })

  test('ids are small positive integers, each used once', () => {
    for (const { id } of items) expect(Number.isInteger(id) && id > 0 && id < 1000).toBe(true)
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
  })

  test('names are unique and short enough to be sent back', () => {
    for (const { name } of items) expect(name.length).toBeLessThanOrEqual(100)
    expect(new Set(items.map(({ name }) => name)).size).toBe(items.length)
  })
})

describe('voices', () => {
  test('pipeline voices come before multimodal ones', () => {
    const modes = voices.map(({ mode }) => mode)
    expect(modes.lastIndexOf('pipeline')).toBeLessThan(modes.indexOf('multimodal'))
  })

  test('every provider has voices, and only OpenAI has multimodal ones', () => {
    expect(new Set(voices.map(({ provider }) => provider))).toEqual(
      new Set(['ElevenLabs', 'Google', 'Amazon', 'OpenAI']),
    )
    for (const { mode, provider } of voices) expect(mode === 'multimodal').toBe(provider === 'OpenAI')
  })

  test('no two voices of a provider are the same', () => {
    expect(new Set(voices.map(({ provider, provider_voice }) => `${provider} ${provider_voice}`)).size).toBe(
      voices.length,
    )
  })

  test('a provider’s voice ids look like the provider’s', () => {
    const shape = {
      ElevenLabs: /^[A-Za-z0-9]{20}$/,
      Google: /^[a-z]{2}-[A-Z]{2}-(Chirp3-HD-[A-Z][a-z]+|(Journey|Neural2|Wavenet|Standard)-[A-Z])$/,
      Amazon: /^[A-Z][a-z]+-(Neural|Generative)$/,
      OpenAI: /^[a-z]+$/,
    }
    for (const { provider, provider_voice } of voices) expect(provider_voice).toMatch(shape[provider])
  })

  test('every Google voice speaks a language an assistant can have', () => {
    const codes = new Set(languages.map(({ relay_code }) => relay_code))
    const spoken = voices
      .filter(({ provider }) => provider === 'Google')
      .map((voice) => voice.provider_voice.slice(0, 5))
    expect(spoken.filter((code) => !codes.has(code))).toEqual([])
  })

  test('every Amazon voice says which languages it speaks, and an assistant can have them', () => {
    const codes = new Set(languages.map(({ relay_code }) => relay_code))
    for (const { provider, languages = [] } of voices) {
      expect(languages.filter((code) => !codes.has(code))).toEqual([])
      expect(languages.length > 0).toBe(provider === 'Amazon')
    }
  })

  test.each(languages)('$name has a voice', (language) => {
    expect(voices.some((voice) => voice.mode === 'pipeline' && spokenBy(voice, language))).toBe(true)
  })

  test('a voice is found by id, and an unknown id finds none', () => {
    for (const voice of voices) expect(voiceById(voice.id)).toBe(voice)
    expect(voiceById(0)).toBeUndefined()
  })
})

describe('models', () => {
  test('every provider has text models, and only OpenAI has realtime ones', () => {
    const providersOf = (kind: string) => new Set(models.filter((model) => model.kind === kind).map((m) => m.provider))
    expect(providersOf('text')).toEqual(new Set(['bedrock', 'openai', 'anthropic', 'google']))
    expect(providersOf('realtime')).toEqual(new Set(['openai']))
  })

  test('the defaults are on the list and of their kind', () => {
    expect(models).toContain(defaultTextModel)
    expect(models).toContain(defaultRealtimeModel)
    expect(defaultTextModel.kind).toBe('text')
    expect(defaultRealtimeModel).toMatchObject({ kind: 'realtime', name: 'gpt-realtime' })
  })

  test('finds a model by exact name and by id', () => {
    for (const model of models) {
      expect(modelByName(model.name)).toBe(model)
      expect(modelById(model.id)).toBe(model)
    }
    expect(modelByName('GPT-Realtime')).toBeUndefined()
    expect(modelById(0)).toBeUndefined()
  })
})

describe('languages', () => {
  test('every language has a two-letter code and a code for the relay', () => {
    for (const { iso_2, relay_code } of languages) {
      expect(iso_2).toMatch(/^[a-z]{2}$/)
      expect(relay_code).toMatch(/^[a-z]{2,3}-[A-Z]{2}$/)
    }
  })

  test('relay codes are unique', () => {
    expect(new Set(languages.map(({ relay_code }) => relay_code)).size).toBe(languages.length)
  })

  test('finds a language by exact name and by id', () => {
    for (const language of languages) {
      expect(languageByName(language.name)).toBe(language)
      expect(languageById(language.id)).toBe(language)
    }
    expect(languageByName('Klingon')).toBeUndefined()
    expect(languageById(0)).toBeUndefined()
  })

  test('every language has two to four fillers of each tone', () => {
    for (const { name } of languages) {
      const fillers = fillersFor(name)
      expect(Object.keys(fillers).sort()).toEqual(['negative', 'neutral', 'positive', 'question'])
      for (const phrases of Object.values(fillers)) {
        expect(phrases.length).toBeGreaterThanOrEqual(2)
        expect(phrases.length).toBeLessThanOrEqual(4)
      }
    }
  })

  test.each(['German', 'Spanish', 'French', 'Italian', 'Portuguese', 'Dutch', 'Polish'])(
    '%s has its own fillers',
    (name) => {
      expect(fillersFor(name)).not.toEqual(fillersFor('English'))
    },
  )

  test('fillers are English where none are known', () => {
    expect(fillersFor('Thai')).toBe(fillersFor('English'))
    expect(fillersFor('Klingon')).toBe(fillersFor('English'))
  })
})

describe('prices', () => {
  test('every country a number can be of has a row of its own', () => {
    expect(getCountries().filter((country) => priceFor(country) === internationalPrice)).toEqual([])
  })

  test('all prices are whole positive micro-units', () => {
    for (const price of [internationalPrice, ...getCountries().map((country) => priceFor(country))]) {
      for (const amount of [price.sms_segment, price.call_minute]) {
        expect(Number.isSafeInteger(amount) && amount > 0).toBe(true)
      }
    }
    expect(platformFeePerMinute).toBe(50_000)
  })

  test('a code of no country costs the international price', () => {
    for (const code of ['', '001', 'us', 'constructor']) expect(priceFor(code)).toBe(internationalPrice)
  })

  test('no country costs more than the international price', () => {
    // Satellite numbers have the international price, which must be the highest. Otherwise such
    // calls lose money.
    for (const country of getCountries()) {
      expect(priceFor(country).call_minute).toBeLessThan(internationalPrice.call_minute)
    }
  })
})

import type { Language } from './languages.ts'

export interface Voice {
  id: number
  name: string
  mode: 'pipeline' | 'multimodal'
  provider: 'ElevenLabs' | 'Google' | 'Amazon' | 'OpenAI'
  provider_voice: string
  /** BCP-47; only for Amazon voices. */
  languages?: readonly string[]
}

/**
 * Assistants store the id: never renumber or reuse one. Each provider has a hundred ids.
 *
 * Twilio refuses a voice that cannot speak the call's language (error 64106).
 */
export const voices: readonly Voice[] = [
  // The first voice is Twilio's default.
  ...voicesOf('pipeline', 'ElevenLabs', [
    [1, 'Mark (English, male)', 'UgBBYS2sOqTuMpoF3BR0'],
    [2, 'Rachel (English, female)', '21m00Tcm4TlvDq8ikWAM'],
    [3, 'Sarah (English, female)', 'EXAVITQu4vr4xnSDxMaL'],
    [4, 'Jessica (English, female)', 'cgSgspJ2msm6clMCkdW9'],
    [5, 'Laura (English, female)', 'FGY2WhTYpPnrIDTdsKH5'],
    [6, 'Matilda (English, female)', 'XrExE9yKIg1WjnnlVkGX'],
    [7, 'Bella (English, female)', 'hpp4J3VqNfWAUOO0d1Us'],
    [8, 'River (English, neutral)', 'SAz9YHcvj6GT2YYXdXww'],
    [9, 'Adam (English, male)', 'pNInz6obpgDQGcFmaJgB'],
    [10, 'Bill (English, male)', 'pqHfZKP75CvOlQylNhV4'],
    [11, 'Brian (English, male)', 'nPczCjzI2devNBz1zQrb'],
    [12, 'Chris (English, male)', 'iP95p4xoKVk53GoZ742B'],
    [13, 'Eric (English, male)', 'cjVigY5qzO86Huf0OWal'],
    [14, 'Liam (English, male)', 'TX3LPaxmHKxFdv7VOQHJ'],
    [15, 'Roger (English, male)', 'CwhRBWXzGAHq8TQ4Fs17'],
    [16, 'Will (English, male)', 'bIHbv24MWmeRgasZH58o'],
    [17, 'Alice (English UK, female)', 'Xb7hH8MSUJpSbSDYk0k2'],
    [18, 'Lily (English UK, female)', 'pFZP5JQG7iQjIQuC4Bku'],
    [19, 'Daniel (English UK, male)', 'onwK4e9ZLuTAKqWW03F9'],
    [20, 'George (English UK, male)', 'JBFqnCBsd6RMkjVDRZzb'],
    [21, 'Charlie (English Australia, male)', 'IKne3meq5aSn9XLyUdCD'],
    [22, 'Susi (German, female)', 'v3V1d2rk6528UrLKRuy8'],
    [23, 'Lea (German, female)', '7eVMgwCnXydb3CikjV7a'],
    [24, 'Otto (German, male)', 'FTNCalFNG5bRnkkaP5Ug'],
    [25, 'Nicolas (French, male)', 'aQROLel5sQbj1vuIVi6B'],
    [26, 'Violetta (Italian, female)', 'gfKKsLN1k0oYYN9n2dXX'],
    [27, 'Marco (Italian, male)', '13Cuh3NuYvWOVQtLbRN8'],
    [28, 'Keren (Portuguese Brazil, female)', '33B4UnXyTNbgLmdEDh5P'],
  ]),
  ...voicesOf('pipeline', 'Google', [
    [101, 'Journey O (English, female)', 'en-US-Journey-O'],
    [102, 'Journey F (English, female)', 'en-US-Journey-F'],
    [103, 'Journey D (English, male)', 'en-US-Journey-D'],
    [104, 'Neural2 F (English, female)', 'en-US-Neural2-F'],
    [105, 'Neural2 J (English, male)', 'en-US-Neural2-J'],
    [106, 'Aoede (English, female)', 'en-US-Chirp3-HD-Aoede'],
    [107, 'Leda (English, female)', 'en-US-Chirp3-HD-Leda'],
    [108, 'Charon (English, male)', 'en-US-Chirp3-HD-Charon'],
    [109, 'Puck (English, male)', 'en-US-Chirp3-HD-Puck'],
    [110, 'Neural2 A (English UK, female)', 'en-GB-Neural2-A'],
    [111, 'Kore (English UK, female)', 'en-GB-Chirp3-HD-Kore'],
    [112, 'Orus (English UK, male)', 'en-GB-Chirp3-HD-Orus'],
    [113, 'Aoede (English Australia, female)', 'en-AU-Chirp3-HD-Aoede'],
    [114, 'Charon (English Australia, male)', 'en-AU-Chirp3-HD-Charon'],
    [115, 'Kore (English India, female)', 'en-IN-Chirp3-HD-Kore'],
    [116, 'Puck (English India, male)', 'en-IN-Chirp3-HD-Puck'],
    [117, 'Kore (German, female)', 'de-DE-Chirp3-HD-Kore'],
    [118, 'Aoede (German, female)', 'de-DE-Chirp3-HD-Aoede'],
    [119, 'Charon (German, male)', 'de-DE-Chirp3-HD-Charon'],
    [120, 'Puck (German, male)', 'de-DE-Chirp3-HD-Puck'],
    [121, 'Aoede (Spanish, female)', 'es-ES-Chirp3-HD-Aoede'],
    [122, 'Charon (Spanish, male)', 'es-ES-Chirp3-HD-Charon'],
    [123, 'Aoede (Spanish US, female)', 'es-US-Chirp3-HD-Aoede'],
    [124, 'Charon (Spanish US, male)', 'es-US-Chirp3-HD-Charon'],
    [125, 'Aoede (French, female)', 'fr-FR-Chirp3-HD-Aoede'],
    [126, 'Charon (French, male)', 'fr-FR-Chirp3-HD-Charon'],
    [127, 'Aoede (French Canada, female)', 'fr-CA-Chirp3-HD-Aoede'],
    [128, 'Charon (French Canada, male)', 'fr-CA-Chirp3-HD-Charon'],
    [129, 'Aoede (Italian, female)', 'it-IT-Chirp3-HD-Aoede'],
    [130, 'Charon (Italian, male)', 'it-IT-Chirp3-HD-Charon'],
    [131, 'Aoede (Portuguese Brazil, female)', 'pt-BR-Chirp3-HD-Aoede'],
    [132, 'Charon (Portuguese Brazil, male)', 'pt-BR-Chirp3-HD-Charon'],
    [133, 'Aoede (Dutch, female)', 'nl-NL-Chirp3-HD-Aoede'],
    [134, 'Charon (Dutch, male)', 'nl-NL-Chirp3-HD-Charon'],
    [135, 'Aoede (Polish, female)', 'pl-PL-Chirp3-HD-Aoede'],
    [136, 'Charon (Polish, male)', 'pl-PL-Chirp3-HD-Charon'],
    [137, 'Aoede (Russian, female)', 'ru-RU-Chirp3-HD-Aoede'],
    [138, 'Charon (Russian, male)', 'ru-RU-Chirp3-HD-Charon'],
    [139, 'Aoede (Turkish, female)', 'tr-TR-Chirp3-HD-Aoede'],
    [140, 'Charon (Turkish, male)', 'tr-TR-Chirp3-HD-Charon'],
    [141, 'Aoede (Hindi, female)', 'hi-IN-Chirp3-HD-Aoede'],
    [142, 'Charon (Hindi, male)', 'hi-IN-Chirp3-HD-Charon'],
    [143, 'Aoede (Bengali, female)', 'bn-IN-Chirp3-HD-Aoede'],
    [144, 'Aoede (Gujarati, female)', 'gu-IN-Chirp3-HD-Aoede'],
    [145, 'Aoede (Kannada, female)', 'kn-IN-Chirp3-HD-Aoede'],
    [146, 'Aoede (Malayalam, female)', 'ml-IN-Chirp3-HD-Aoede'],
    [147, 'Aoede (Marathi, female)', 'mr-IN-Chirp3-HD-Aoede'],
    [148, 'Aoede (Tamil, female)', 'ta-IN-Chirp3-HD-Aoede'],
    [149, 'Aoede (Telugu, female)', 'te-IN-Chirp3-HD-Aoede'],
    [150, 'Aoede (Indonesian, female)', 'id-ID-Chirp3-HD-Aoede'],
    [151, 'Aoede (Japanese, female)', 'ja-JP-Chirp3-HD-Aoede'],
    [152, 'Charon (Japanese, male)', 'ja-JP-Chirp3-HD-Charon'],
    [153, 'Aoede (Korean, female)', 'ko-KR-Chirp3-HD-Aoede'],
    [154, 'Charon (Korean, male)', 'ko-KR-Chirp3-HD-Charon'],
    [155, 'Aoede (Thai, female)', 'th-TH-Chirp3-HD-Aoede'],
    [156, 'Aoede (Vietnamese, female)', 'vi-VN-Chirp3-HD-Aoede'],
    [157, 'Wavenet A (Ukrainian, female)', 'uk-UA-Wavenet-A'],
    [158, 'Wavenet A (Hebrew, female)', 'he-IL-Wavenet-A'],
    [159, 'Wavenet B (Hebrew, male)', 'he-IL-Wavenet-B'],
    [160, 'Standard B (Latvian, male)', 'lv-LV-Standard-B'],
    [161, 'Standard B (Lithuanian, male)', 'lt-LT-Standard-B'],
  ]),
  ...voicesOf('pipeline', 'Amazon', [
    [201, 'Joanna (English, female)', 'Joanna-Neural', ['en-US']],
    [202, 'Ruth (English, female)', 'Ruth-Generative', ['en-US']],
    [203, 'Danielle (English, female)', 'Danielle-Generative', ['en-US']],
    [204, 'Matthew (English, male)', 'Matthew-Generative', ['en-US']],
    [205, 'Stephen (English, male)', 'Stephen-Generative', ['en-US']],
    [206, 'Amy (English UK, female)', 'Amy-Generative', ['en-GB']],
    [207, 'Arthur (English UK, male)', 'Arthur-Neural', ['en-GB']],
    [208, 'Olivia (English Australia, female)', 'Olivia-Generative', ['en-AU']],
    [209, 'Kajal (English India, female)', 'Kajal-Neural', ['en-IN', 'hi-IN']],
    [210, 'Vicki (German, female)', 'Vicki-Generative', ['de-DE']],
    [211, 'Daniel (German, male)', 'Daniel-Generative', ['de-DE']],
    [212, 'Lucia (Spanish, female)', 'Lucia-Generative', ['es-ES']],
    [213, 'Sergio (Spanish, male)', 'Sergio-Generative', ['es-ES']],
    [214, 'Mia (Spanish Mexico, female)', 'Mia-Neural', ['es-MX']],
    [215, 'Andres (Spanish Mexico, male)', 'Andres-Generative', ['es-MX']],
    [216, 'Lupe (Spanish US, female)', 'Lupe-Generative', ['es-US']],
    [217, 'Pedro (Spanish US, male)', 'Pedro-Generative', ['es-US']],
    [218, 'Lea (French, female)', 'Lea-Generative', ['fr-FR']],
    [219, 'Remi (French, male)', 'Remi-Neural', ['fr-FR']],
    [220, 'Gabrielle (French Canada, female)', 'Gabrielle-Neural', ['fr-CA']],
    [221, 'Liam (French Canada, male)', 'Liam-Neural', ['fr-CA']],
    [222, 'Bianca (Italian, female)', 'Bianca-Generative', ['it-IT']],
    [223, 'Adriano (Italian, male)', 'Adriano-Neural', ['it-IT']],
    [224, 'Ines (Portuguese, female)', 'Ines-Neural', ['pt-PT']],
    [225, 'Camila (Portuguese Brazil, female)', 'Camila-Neural', ['pt-BR']],
    [226, 'Thiago (Portuguese Brazil, male)', 'Thiago-Neural', ['pt-BR']],
    [227, 'Laura (Dutch, female)', 'Laura-Neural', ['nl-NL']],
    [228, 'Lisa (Dutch Belgium, female)', 'Lisa-Neural', ['nl-BE']],
    [229, 'Ola (Polish, female)', 'Ola-Neural', ['pl-PL']],
    [230, 'Elin (Swedish, female)', 'Elin-Neural', ['sv-SE']],
    [231, 'Sofie (Danish, female)', 'Sofie-Neural', ['da-DK']],
    [232, 'Ida (Norwegian, female)', 'Ida-Neural', ['nb-NO']],
    [233, 'Suvi (Finnish, female)', 'Suvi-Neural', ['fi-FI']],
    [234, 'Arlet (Catalan, female)', 'Arlet-Neural', ['ca-ES']],
    [235, 'Burcu (Turkish, female)', 'Burcu-Neural', ['tr-TR']],
    [236, 'Hala (Arabic, female)', 'Hala-Neural', ['ar-AE']],
    [237, 'Zayd (Arabic, male)', 'Zayd-Neural', ['ar-AE']],
    [238, 'Kazuha (Japanese, female)', 'Kazuha-Neural', ['ja-JP']],
    [239, 'Takumi (Japanese, male)', 'Takumi-Neural', ['ja-JP']],
    [240, 'Seoyeon (Korean, female)', 'Seoyeon-Neural', ['ko-KR']],
  ]),
  ...voicesOf('multimodal', 'OpenAI', [
    [301, 'Marin (multilingual, female)', 'marin'],
    [302, 'Cedar (multilingual, male)', 'cedar'],
    [303, 'Alloy (multilingual, neutral)', 'alloy'],
    [304, 'Ash (multilingual, male)', 'ash'],
    [305, 'Ballad (multilingual, male)', 'ballad'],
    [306, 'Coral (multilingual, female)', 'coral'],
    [307, 'Echo (multilingual, male)', 'echo'],
    [308, 'Sage (multilingual, female)', 'sage'],
    [309, 'Shimmer (multilingual, female)', 'shimmer'],
    [310, 'Verse (multilingual, male)', 'verse'],
  ]),
]

export function voiceById(id: number): Voice | undefined {
  return voices.find((voice) => voice.id === id)
}

/** Languages of ElevenLabs' fastest model: https://elevenlabs.io/docs/models */
const elevenLabsLanguages =
  'ar bg cs da de el en es fi fr hi hr hu id it ja ko ms nl no pl pt ro ru sk sv ta tl tr uk vi zh'.split(' ')

/**
 * Returns the given language, or a variant of it (British for American); undefined if the voice
 * speaks neither.
 */
export function spokenBy(voice: Voice, { iso_2, relay_code }: SpokenLanguage): string | undefined {
  const { provider, mode } = voice
  if (mode === 'multimodal') return relay_code
  if (provider === 'ElevenLabs') return elevenLabsLanguages.includes(iso_2) ? relay_code : undefined
  const languages = languagesOf(voice) ?? [relay_code]
  if (languages.includes(relay_code)) return relay_code
  return languages.find((code) => code.split('-')[0] === relay_code.split('-')[0])
}

type SpokenLanguage = Pick<Language, 'iso_2' | 'relay_code'>

/** A Google voice's name begins with its language. */
const languagesOf = ({ provider, provider_voice, languages }: Voice): readonly string[] | undefined =>
  provider === 'Google' ? [provider_voice.split('-', 2).join('-')] : languages

/**
 * True when the voice will never speak the language. ElevenLabs' models may still learn a language.
 */
export function isMadeForOthers(voice: Voice, language: SpokenLanguage): boolean {
  return voice.provider !== 'ElevenLabs' && spokenBy(voice, language) === undefined
}

export function hasSpeed({ provider }: Voice): boolean {
  return provider !== 'Google' && provider !== 'Amazon'
}

export function voiceFor(chosen: Voice, language: SpokenLanguage): Voice {
  const speaks = (voice: Voice) => spokenBy(voice, language) !== undefined
  return speaks(chosen) ? chosen : (voices.find(speaks) ?? chosen)
}

type Row = readonly [id: number, name: string, provider_voice: string, languages?: readonly string[]]

function voicesOf(mode: Voice['mode'], provider: Voice['provider'], rows: readonly Row[]): Voice[] {
  return rows.map(([id, name, provider_voice, languages]) => ({
    id,
    name,
    mode,
    provider,
    provider_voice,
    languages,
  }))
}

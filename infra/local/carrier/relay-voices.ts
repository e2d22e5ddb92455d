import { voices } from '../../../shared/domain/reference/voices.ts'
import type { RelayOrder } from './twiml.ts'

/**
 * Returns an error if the voice cannot speak the language. Google and Amazon voices speak only
 * their own language.
 */
export const voiceMisfit = ({ attributes }: RelayOrder): string | undefined => {
  const { ttsProvider, voice = '', language = 'en-US', ttsLanguage = language } = attributes
  const known = voices.find(({ provider, provider_voice }) => provider === ttsProvider && provider_voice === voice)
  const spoken = ttsProvider === 'Google' ? [voice.split('-', 2).join('-')] : known?.languages
  return spoken && !spoken.includes(ttsLanguage) ? `The voice ${voice} does not speak ${ttsLanguage}` : undefined
}

/** Reads the speed, which is the third part of an ElevenLabs voice name. */
export const speedOf = ({ attributes }: RelayOrder): number =>
  Number(/^\w+-\w+-([\d.]+)_/.exec(attributes.voice ?? '')?.[1] ?? 1)

import { voices } from '../../../shared/domain/reference/voices.ts'
import type { RelayOrder } from './twiml.ts'

/**
 * Why the carrier will not speak with this voice: one of Google or Amazon speaks only the languages
 * that it is made for.
 */
export const voiceMisfit = ({ attributes }: RelayOrder): string | undefined => {
  const { ttsProvider, voice = '', language = 'en-US', ttsLanguage = language } = attributes
  const known = voices.find(({ provider, provider_voice }) => provider === ttsProvider && provider_voice === voice)
  const spoken = ttsProvider === 'Google' ? [voice.split('-', 2).join('-')] : known?.languages
  return spoken && !spoken.includes(ttsLanguage) ? `The voice ${voice} does not speak ${ttsLanguage}` : undefined
}

/** Speed of the voice, which ElevenLabs takes after the voice and its model. */
export const speedOf = ({ attributes }: RelayOrder): number =>
  Number(/^\w+-\w+-([\d.]+)_/.exec(attributes.voice ?? '')?.[1] ?? 1)

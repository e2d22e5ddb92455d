import type { Assistant } from '../../domain/assistants/assistant.ts'
import { type Language, languageById } from '../../domain/reference/languages.ts'
import { spokenBy, type Voice, voiceFor } from '../../domain/reference/voices.ts'

/**
 * Returns the attributes of ConversationRelay. Twilio ignores misspelled attributes, and refuses
 * attributes that the speech provider does not know (error 64106).
 */
export const relayAttributes = (
  assistant: Assistant,
  voice: Voice,
  { url, greeting }: { url: string; greeting: string },
): Record<string, string | undefined> => {
  const language = languageById(assistant.language_id)
  if (!language) throw new Error('The assistant speaks a language that does not exist')
  const interruptible = assistant.allow_interruptions ? 'any' : 'none'
  return {
    url,
    welcomeGreeting: greeting || undefined,
    welcomeGreetingInterruptible: greeting ? interruptible : undefined,
    language: language.relay_code,
    ...speaking(assistant, voiceFor(voice, language), language),
    transcriptionProvider: language.transcription,
    ...endpointing(assistant, language),
    interruptible,
    interruptSensitivity: sensitivity(assistant.interrupt_sensitivity),
    ignoreBackchannel: assistant.min_interrupt_words > 0 ? 'true' : undefined,
    dtmfDetection: 'true',
    backgroundNoiseReduction: String(assistant.enable_noise_cancellation),
  }
}

/**
 * Returns attributes for the voice. ElevenLabs' settings follow the voice id. Twilio refuses a
 * voice of another language without `ttsLanguage`.
 */
const speaking = (assistant: Assistant, voice: Voice, language: Language): Record<string, string | undefined> => {
  const { speech_speed, voice_stability, voice_similarity } = assistant
  const { provider, provider_voice, mode } = voice
  if (mode === 'multimodal') return {}
  if (provider === 'ElevenLabs') {
    const settings = `${speech_speed}_${voice_stability}_${voice_similarity}`
    return { ttsProvider: provider, voice: `${provider_voice}-${elevenLabsModel}-${settings}` }
  }
  const spoken = spokenBy(voice, language)
  const ttsLanguage = spoken === language.relay_code ? undefined : spoken
  return { ttsProvider: provider, voice: provider_voice, ttsLanguage }
}

/** The fastest model that speaks all our languages. */
const elevenLabsModel = 'flash_v2_5'

/**
 * Returns attributes that detect the end of speech. `endpoint_sensitivity` is seconds of silence
 * with `vad` (0: Twilio's default), or a confidence with `ai`, which needs Deepgram's English
 * model.
 */
const endpointing = (assistant: Assistant, language: Language): Record<string, string | undefined> => {
  const { endpoint_type, endpoint_sensitivity } = assistant
  if (endpoint_type === 'vad') {
    const ms = Math.round(endpoint_sensitivity * 1000)
    return { speechTimeout: ms === 0 ? 'auto' : String(Math.min(5000, Math.max(600, ms))) }
  }
  if (language.iso_2 !== 'en' || language.transcription !== 'Deepgram') return { speechTimeout: 'auto' }
  return { speechModel: 'flux', eotThreshold: (0.5 + (0.4 * endpoint_sensitivity) / 5).toFixed(2) }
}

const sensitivity = (value: number): string => {
  if (value < 1.7) return 'low'
  return value < 3.4 ? 'medium' : 'high'
}

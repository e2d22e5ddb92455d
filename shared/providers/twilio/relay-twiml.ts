import type { Assistant } from '../../domain/assistants/assistant.ts'
import { type Language, languageById } from '../../domain/reference/languages.ts'
import { spokenBy, type Voice, voiceFor } from '../../domain/reference/voices.ts'

/**
 * The attributes of `<ConversationRelay>` for an assistant, spelled exactly as Twilio documents
 * them: it ignores a misspelled one without a word. Attributes that only some providers know are
 * left out for the others, because Twilio refuses a combination that it cannot serve (error 64106)
 * and the caller would hear nothing.
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
 * ElevenLabs takes speed, stability and similarity behind its voice id; Google and Amazon have no
 * such settings. What a voice speaks beside the assistant's own language, British to Americans,
 * must be said: the carrier refuses the pair otherwise. A realtime model's voice is none that the
 * relay knows: an assistant that became multimodal during a call goes on with the carrier's own.
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

/** The fastest of its models, which speaks every language of ours that ElevenLabs speaks. */
const elevenLabsModel = 'flash_v2_5'

/**
 * When the customer has finished. `vad` waits for silence: the sensitivity is in seconds, 0 leaves
 * it to the carrier. `ai` judges by what was said: the higher, the surer it must be. Only
 * Deepgram's English model can judge; for other languages `ai` leaves it to the carrier, too.
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

import * as z from 'zod'

/** Schemas of ConversationRelay's frames, as Twilio documents them. */
const flag = z.boolean().optional()
const Frame = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('text'),
    token: z.string(),
    last: z.boolean().default(false),
    lang: z.string().optional(),
    interruptible: flag,
    preemptible: flag,
  }),
  z.strictObject({
    type: z.literal('play'),
    source: z.url(),
    loop: z.int().min(0).optional(),
    preemptible: flag,
    interruptible: flag,
  }),
  z.strictObject({ type: z.literal('sendDigits'), digits: z.string().regex(/^[0-9w#*]+$/) }),
  z.strictObject({
    type: z.literal('language'),
    ttsLanguage: z.string().optional(),
    transcriptionLanguage: z.string().optional(),
  }),
  z.strictObject({ type: z.literal('end'), handoffData: z.string().optional() }),
])
export type RelayFrame = z.output<typeof Frame>

export const readRelayFrame = (text: string): RelayFrame | undefined => {
  try {
    return Frame.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/**
 * Attributes of `<ConversationRelay>` that Twilio knows. Twilio ignores others silently; the
 * simulated carrier reports them.
 */
export const relayAttributeNames: readonly string[] = [
  'url',
  'welcomeGreeting',
  'welcomeGreetingInterruptible',
  'language',
  'ttsLanguage',
  'ttsProvider',
  'voice',
  'transcriptionLanguage',
  'transcriptionProvider',
  'speechModel',
  'interruptible',
  'interruptSensitivity',
  'reportInputDuringAgentSpeech',
  'preemptible',
  'ignoreBackchannel',
  'dtmfDetection',
  'hints',
  'partialPrompts',
  'speechTimeout',
  'eotThreshold',
  'deepgramSmartFormat',
  'elevenlabsTextNormalization',
  'profanityFilter',
  'backgroundNoiseReduction',
  'turnDetection',
  'intelligenceService',
  'conversationConfiguration',
  'events',
  'debug',
]

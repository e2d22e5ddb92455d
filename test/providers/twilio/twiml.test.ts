import fc from 'fast-check'
import { expect, test } from 'vitest'
import { connectRelay, dialSip, hangUp, sayAndHangUp } from '../../../shared/providers/twilio/twiml.ts'

const head = '<?xml version="1.0" encoding="UTF-8"?>'

test('the carrier’s own words, to the letter', () => {
  expect(hangUp()).toBe(`${head}<Response><Hangup/></Response>`)
  expect(sayAndHangUp('Good bye', 'en-US')).toBe(
    `${head}<Response><Say language="en-US">Good bye</Say><Hangup/></Response>`,
  )
  expect(
    connectRelay({
      attributes: { url: 'wss://a.test', welcomeGreeting: 'Hi <b> & "you"', language: undefined },
      parameters: { ref: '1-2' },
      action: 'https://a.test/x?a=1&b=2',
    }),
  ).toBe(
    `${head}<Response><Connect action="https://a.test/x?a=1&amp;b=2">` +
      '<ConversationRelay url="wss://a.test" welcomeGreeting="Hi &lt;b&gt; &amp; &quot;you&quot;">' +
      '<Parameter name="ref" value="1-2"/></ConversationRelay></Connect></Response>',
  )
})

/** Attributes of `<Dial>`: twilio.com/docs/voice/twiml/dial */
const dialAttributes =
  'action answerOnBridge callerId callReason hangupOnStar method record recordingStatusCallback recordingStatusCallbackEvent ' +
  'recordingStatusCallbackMethod recordingTrack referMethod referUrl ringTone sequential timeLimit timeout trim'

/** Attributes of `<Transcription>`: twilio.com/docs/voice/twiml/transcription */
const transcriptionAttributes =
  'name track statusCallbackUrl statusCallbackMethod inboundTrackLabel outboundTrackLabel partialResults languageCode ' +
  'transcriptionEngine speechModel profanityFilter hints enableAutomaticPunctuation intelligenceService'

test('a realtime model is dialled after the greeting, in the carrier’s own words', () => {
  const xml = dialSip({
    address: 'sip:proj@sip.test;transport=tls?X-A=1&X-B=2',
    greeting: 'Hi & you',
    language: 'de-DE',
    limitSeconds: 60,
    transcription: { engine: 'deepgram', to: 'https://a.test/w' },
    action: 'https://a.test/x',
    recordTo: 'https://a.test/r',
  })
  expect(xml).toBe(
    `${head}<Response><Start><Recording recordingStatusCallback="https://a.test/r" recordingStatusCallbackEvent="completed absent"/></Start>` +
      '<Say language="de-DE">Hi &amp; you</Say>' +
      '<Start><Transcription name="words" track="both_tracks" languageCode="de-DE" transcriptionEngine="deepgram" statusCallbackUrl="https://a.test/w"/></Start>' +
      '<Dial action="https://a.test/x" timeLimit="60" timeout="15" answerOnBridge="true">' +
      '<Sip>sip:proj@sip.test;transport=tls?X-A=1&amp;X-B=2</Sip></Dial></Response>',
  )
  const [, started = ''] = /<Transcription([^>]*)\/>/.exec(xml) ?? []
  for (const [, name] of started.matchAll(/ (\w+)=/g)) expect(transcriptionAttributes.split(' ')).toContain(name)
  const [, attributes = ''] = /<Dial([^>]*)>/.exec(xml) ?? []
  for (const [, name] of attributes.matchAll(/ (\w+)=/g)) expect(dialAttributes.split(' ')).toContain(name)
})

test('characters that XML does not know are left out of what is spoken', () => {
  expect(sayAndHangUp('a\uFFFEb\uFFFFc\uD800d\u000Be 😀', 'en-US')).toContain('>abcde 😀</Say>')
})

test('whatever a user wrote, it stays inside its attribute, and no control character leaves', () => {
  fc.assert(
    fc.property(fc.string(), (written) => {
      const nasty = `${written}\0\u0007"'<>&`
      const xml = connectRelay({
        attributes: { welcomeGreeting: nasty },
        parameters: { [written]: nasty },
        action: nasty,
      })
      const values = [...xml.matchAll(/ \w+="([^"]*)"/g)].map(([, value]) => value)
      for (const value of values) expect(value).not.toMatch(/[<>]|&(?!(amp|lt|gt|quot|apos);)|[^\P{Cc}\t\n\r]/u)
      expect(xml.replaceAll(/( \w+)="[^"]*"/g, '$1=""')).toMatch(
        /^<\?xml version="" encoding=""\?><Response><Connect action=""><ConversationRelay welcomeGreeting=""><Parameter name="" value=""\/><\/Con/,
      )
    }),
  )
})

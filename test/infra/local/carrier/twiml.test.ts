import { expect, test } from 'vitest'
import { readTwiml } from '../../../../infra/local/carrier/twiml.ts'

test('reads every verb that the double follows', () => {
  const document = `<?xml version="1.0" encoding="UTF-8"?>
    <!-- how the call goes -->
    <Response>
      <Say voice='Joanna'>Tom &amp; Jerry &#8211; &#x1F600; <![CDATA[<fine>]]></Say>
      <Pause length="3"/>
      <Pause/>
      <Reject reason="busy"/>
      <Hangup></Hangup>
      <Dial>+12025550100</Dial>
    </Response>`
  expect(readTwiml(document)).toEqual({
    verbs: [
      { name: 'Say', text: 'Tom & Jerry – 😀 <fine>' },
      { name: 'Pause', seconds: 3 },
      { name: 'Pause', seconds: 1 },
      { name: 'Reject', reason: 'busy' },
      { name: 'Hangup' },
      { name: 'unsupported', element: 'Dial' },
    ],
  })
})

test('reads a relay with its attributes and parameters', () => {
  const document = `<Response><Connect action="https://product.test/action?a=1&amp;b=2">
      <ConversationRelay url="wss://product.test/relay" welcomeGreeting="&quot;Hi&quot; &gt; all" speechTimeout="auto">
        <Language code="en-US"/>
        <Parameter name="call" value="4711"/>
        <Parameter name="note" value="it's"/>
      </ConversationRelay>
    </Connect></Response>`
  expect(readTwiml(document)).toEqual({
    verbs: [
      {
        name: 'Connect',
        action: { url: 'https://product.test/action?a=1&b=2', method: 'POST' },
        relay: {
          url: 'wss://product.test/relay',
          welcomeGreeting: '"Hi" > all',
          attributes: { url: 'wss://product.test/relay', welcomeGreeting: '"Hi" > all', speechTimeout: 'auto' },
          parameters: { call: '4711', note: "it's" },
        },
      },
    ],
  })
})

test('reads what shall be dialled over SIP, and nothing else that can be dialled', () => {
  const dial = (attributes: string, inner: string) => {
    const reading = readTwiml(`<Response><Dial${attributes}>${inner}</Dial></Response>`)
    return 'verbs' in reading ? reading.verbs[0] : reading
  }
  const sip = 'sip:p@sip.test;transport=tls?X-A=1&amp;X-B=a-b_c'
  expect(dial(' action="https://product.test/x" timeLimit="60" timeout="15"', `<Sip>${sip}</Sip>`)).toEqual({
    name: 'Dial',
    action: { url: 'https://product.test/x', method: 'POST' },
    address: 'sip:p@sip.test;transport=tls?X-A=1&X-B=a-b_c',
    limitSeconds: 60,
  })
  expect(dial('', '<Sip>sip:p@sip.test;transport=tls</Sip>')).toMatchObject({ limitSeconds: 14_400, action: undefined })
  for (const odd of ['', 'sip:p@sip.test', 'tel:+12025550100', 'sip:p@sip.test;transport=tls;x=1'])
    expect(dial('', `<Sip>${odd}</Sip>`)).toEqual({ name: 'unsupported', element: 'Dial' })
})

test.each([' ', '<Response/>', '<Response></Response>'])('%j is an empty response', (document) => {
  expect(readTwiml(document)).toEqual({ verbs: [] })
})

test.each([
  ['a bare ampersand in text', '<Response><Say>Tom & Jerry</Say></Response>'],
  ['a bare ampersand in an attribute', '<Response><Connect action="https://a.test?a=1&b=2"/></Response>'],
  ['an attribute without quotes', '<Response><Pause length=3/></Response>'],
  ['an element left open', '<Response><Say>Hello</Response>'],
  ['a document left open', '<Response><Say>Hello</Say>'],
  ['two documents', '<Response/><Response/>'],
  ['another root', '<Request/>'],
  ['text', 'Hello'],
  ['JSON', '{"say":"Hello"}'],
])('%s is an error', (_, document) => {
  expect(readTwiml(document)).toEqual({ error: expect.any(String) })
})

import { callBehaviourOf } from './behaviours.ts'
import { type DialledPhone, readTwiml } from './twiml.ts'

interface Putting {
  dial: DialledPhone
  told: Record<string, string>
  post(url: string, form: Record<string, string>): Promise<string>
  sleep(ms: number): Promise<unknown>
  onNote(text: string): void
}

/** Milliseconds of ringing and talk: shorter than on a phone, because no audio plays. */
const ringMs = 2000
const talkMs = 3000

/**
 * Simulates a transfer to a phone whose number chooses its behaviour. Returns the TwiML from the
 * action URL.
 */
export const putThrough = async ({ dial, told, post, sleep, onNote }: Putting): Promise<string> => {
  const { to, action, status, whisper } = dial
  const { pickup, create, key } = callBehaviourOf(to)
  const leg = { ...told, CallSid: `${told.CallSid}-leg`, ParentCallSid: told.CallSid ?? '', To: to }
  const report = (form: Record<string, string>) => (status ? post(status.url, { ...leg, ...form }) : undefined)
  const over = async (form: Record<string, string>, seconds: number) => {
    await report({ CallStatus: 'completed', CallDuration: String(seconds) })
    const end = { ...told, CallStatus: 'in-progress', DialCallSid: leg.CallSid, DialCallDuration: String(seconds) }
    return action ? post(action.url, { ...end, ...form }) : ''
  }

  onNote(`It rings at ${to}.`)
  await sleep(ringMs)
  const answers = pickup === 'answers' && create === 'accepted'
  if (!answers) {
    onNote('It is not answered.')
    return over({ DialCallStatus: pickup === 'busy' ? 'busy' : 'no-answer', DialBridged: 'false' }, 0)
  }
  await report({ CallStatus: 'in-progress' })
  if (whisper) {
    onNote(`Who answers hears: ${wordsIn(await post(whisper.url, leg))}`)
    const pressed = key ? await post(whisper.url, { ...leg, Digits: key }) : ''
    if (!pressed || pressed.includes('<Hangup/>')) {
      onNote('They do not take it.')
      return over({ DialCallStatus: 'completed', DialBridged: 'false' }, 1)
    }
  }
  onNote('You talk to each other, until they hang up.')
  await sleep(talkMs)
  return over({ DialCallStatus: 'completed', DialBridged: 'true' }, Math.round(talkMs / 1000))
}

const wordsIn = (twiml: string): string => {
  const reading = readTwiml(twiml)
  const verbs = 'verbs' in reading ? reading.verbs.flatMap((verb) => (verb.name === 'Gather' ? verb.verbs : verb)) : []
  return verbs.flatMap((verb) => (verb.name === 'Say' ? verb.text : []))[0] ?? ''
}

export const dialIn = (twiml: string): DialledPhone | undefined => {
  const reading = readTwiml(twiml)
  return 'verbs' in reading ? reading.verbs.find((verb) => verb.name === 'Dial number') : undefined
}

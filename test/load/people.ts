import type { CallBehaviour } from '../../infra/local/carrier/behaviours.ts'
import type { Step } from '../../infra/local/carrier/customers.ts'
import { type Dice, openDice } from './dice.ts'
import type { Figures } from './figures.ts'
import type { LoadSocket } from './sockets.ts'
import type { LoadTime } from './time.ts'

export const talkSecondsMean = 100
const talkSecondsMax = 600

/** Shares of calls by who answers; a mailbox answers the remaining tenth. */
const pickups = { human: 0.7, busy: 0.1, nobody: 0.1 } as const

/** A caller who waits longer for an answer counts as left in silence. Milliseconds. */
export const silenceMsMax = 5_000

const sentences = [
  'Hello, who is speaking?',
  'My name is Grace. What do you offer?',
  'That sounds good. How does it work?',
  'And what would that cost me in a month?',
  'I would have to think about it. What else is there?',
  'Could you say that again, please?',
  'When could somebody come to look at it?',
  'Tuesday would be better for me.',
] as const

interface PeopleWorld {
  time: LoadTime
  figures: Figures
  seed: string
}

export const openPeople = ({ time, figures, seed }: PeopleWorld) => {
  const diceOf = (person: string): Dice => openDice(`${seed}/${person}`)

  const behaviourOf = (person: string): CallBehaviour => {
    const dice = diceOf(person)
    const roll = dice.number()
    const isIncoming = person.startsWith(incoming)
    const { human, busy, nobody } = pickups
    const talks = isIncoming || roll < human
    const pickup = talks
      ? 'answers'
      : roll < human + busy
        ? 'busy'
        : roll < human + busy + nobody
          ? 'nobody'
          : 'answers'
    return {
      create: 'accepted',
      pickup,
      answeredBy: talks ? 'human' : 'machine_start',
      talkSeconds: Math.max(2, Math.min(talkSecondsMax, Math.round(dice.lasting(talkSecondsMean)))),
      endedBy: 'caller',
      customer: talks ? 'talks' : 'answering machine',
      reports: 'prompt',
    }
  }

  const stepsOf = ({ from, to, direction, behaviour }: Spoken): readonly Step[] => {
    if (behaviour.customer === 'answering machine')
      return [{ does: 'say', text: 'Please leave a message after the tone.' }]
    const dice = diceOf(`${direction === 'inbound' ? from : to}/words`)
    return Array.from({ length: Math.ceil(behaviour.talkSeconds / 5) + 1 }, () => {
      const roll = dice.number()
      const text = dice.oneOf(sentences)
      return roll < 0.1 ? { does: 'interrupt', text } : { does: 'say', text }
    })
  }

  const listen = (socket: LoadSocket): LoadSocket => {
    let spokeAt: number | undefined
    const { send } = socket
    socket.send = (text) => {
      if (text.includes('"type":"prompt"')) spokeAt ??= time.now()
      send(text)
    }
    const settle = () => {
      if (spokeAt === undefined) return
      const waitedMs = time.now() - spokeAt
      spokeAt = undefined
      figures.span('silence after a caller spoke', waitedMs)
      if (waitedMs > silenceMsMax) figures.count('silences')
    }
    socket.on('message', (data: unknown) => {
      if (String(data).includes('"type":"text"')) settle()
    })
    socket.on('close', () => {
      if (spokeAt !== undefined && time.now() - spokeAt > silenceMsMax) settle()
    })
    return socket
  }

  return { behaviourOf, stepsOf, listen }
}

interface Spoken {
  from: string
  to: string
  direction: 'inbound' | 'outbound-api'
  behaviour: CallBehaviour
}

export const incoming = '+1303'

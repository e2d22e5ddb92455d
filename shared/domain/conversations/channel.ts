import type { Random } from '../../words/clock.ts'
import { spokenMs } from './speaking-time.ts'
import { type Change, isOver, sessionOf, type Talk, unchanged, wasReached, withoutSocket, withSession } from './talk.ts'

export const resumesMax = 5

export const pickUp = (talk: Talk, now: number): Change => {
  const { channel, notice, phase } = talk
  if (phase.type !== 'ringing') return unchanged(talk)
  const quiet_since = now + spokenMs(notice?.text ?? '')
  const talking = { type: 'talking' as const, ends_at: now + phase.ends_after_ms, opted_out: false }
  const picked = { ...talk, phase: talking, said_at: now, quiet_since }
  if (channel.type === 'expected')
    return unchanged({ ...picked, channel: { ...channel, look_at: quiet_since + phase.look_after_ms } })
  return unchanged({ ...picked, said: notice ? talk.said : talk.greeting })
}

export const connect = (
  talk: Talk,
  {
    ticket,
    connection_id,
    carrier_sid,
    session_id,
  }: Record<'ticket' | 'connection_id' | 'carrier_sid' | 'session_id', string>,
  now: number,
): Change | undefined => {
  const { channel, ticket: expected, ...rest } = talk
  if (isOver(talk) || expected !== ticket || talk.carrier_sid !== carrier_sid) return undefined
  if (channel.type !== 'expected' && channel.type !== 'socket') return undefined
  const isFirst = !wasReached(talk)
  const said = isFirst ? talk.greeting : talk.said
  const quietMs = isFirst ? spokenMs(said, talk.speech_speed) : 0
  return {
    ...unchanged({
      ...rest,
      ...(isFirst ? noticeHeard(talk, now) : { said }),
      channel: { type: 'socket', connection_id, session_id, look_at: channel.look_at },
      turn: talk.turn + 1,
      said_at: isFirst ? now : talk.said_at,
      busy_until: 0,
      quiet_since: now + quietMs,
    }),
    ...(isFirst && { keeps: true }),
  }
}

const noticeHeard = ({ notice, greeting }: Talk, now: number): Pick<Talk, 'said' | 'notice'> =>
  notice
    ? { said: [notice.text, greeting].filter(Boolean).join(' '), notice: { heard_at: now, ...notice } }
    : { said: greeting }

export const allow = (
  talk: Talk,
  { ticket, session_id }: Record<'ticket' | 'session_id', string>,
  now: number,
): Change | undefined => {
  const session = sessionOf(talk)
  if (isOver(talk) || !session) return undefined
  if (session.session_id !== undefined) return session.session_id === session_id ? unchanged(talk) : undefined
  if (talk.ticket !== ticket) return undefined
  const { ticket: _used, ...rest } = withSession(talk, { ...session, session_id })
  const heard = talk.notice && talk.notice.heard_at === undefined ? noticeHeard(talk, now) : {}
  return unchanged({ ...rest, ...heard })
}

/**
 * Lets the talk continue on a new socket, unless too many sockets were lost. Two reports of the
 * same loss lead to one new socket.
 */
export const expectAgain = (
  talk: Talk,
  { neverOpened, session_id, ticket }: { neverOpened: boolean; session_id: string; ticket: string },
): Change | undefined => {
  const { channel } = talk
  if (isOver(talk) || (talk.ticket && talk.resumes > 0)) return unchanged(talk)
  if (neverOpened || channel.type !== 'socket' || talk.resumes >= resumesMax) return close(talk)
  const again = { ...talk, ticket, resumes: talk.resumes + 1 }
  if (channel.session_id !== session_id) return unchanged(again)
  return unchanged({ ...again, channel: withoutSocket(channel), turn: talk.turn + 1 })
}

/**
 * Gives the carrier a new ticket, because no socket has used the previous ticket. Undefined when
 * the talk has continued.
 */
export const invite = (talk: Talk, turn: number, ticket: string): Change | undefined => {
  if (isOver(talk) || talk.turn !== turn || talk.channel.type !== 'expected') return undefined
  const { ticket: missed, ...rest } = talk
  if (!missed || talk.resumes >= resumesMax) return unchanged(rest)
  return unchanged({ ...rest, ticket, resumes: talk.resumes + 1, turn: talk.turn + 1 })
}

export const readmit = (talk: Talk, ticket: string): Change =>
  unchanged(isOver(talk) || talk.ticket ? talk : { ...talk, ticket })

/** Stored in clear, because a ticket is useless without the carrier's signature. */
export const newTicket = (random: Random): string => Buffer.from(random.bytes(24)).toString('base64url')

export const close = (talk: Talk): Change | undefined => {
  const { ticket: _void, ...rest } = talk
  return isOver(talk) ? undefined : unchanged({ ...rest, phase: { type: 'over' }, turn: talk.turn + 1 })
}

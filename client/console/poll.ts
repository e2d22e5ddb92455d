import { useEffect, useRef, useState } from 'preact/hooks'
import { type Client, Problem } from '../client.ts'
import { useSession } from './session.ts'

/**
 * Polling intervals of views. An open page uses at most 30 requests and 100 DynamoDB read units a
 * minute, a hidden page 2 requests.
 */

export interface Pace {
  /** Seconds between polls while the user's lists are short. */
  seconds: number
  /** Seconds between polls while the user's lists are long, because such polls cost more. */
  secondsOfLong: number
  /**
   * True for a poll that continues in a hidden page, once a minute. A view has at most one such
   * poll.
   */
  inBackground?: boolean
}

/** For a page of a list. A poll costs 34 read units for ten calls, 51 with long transcripts. */
export const paceOfPages: Pace = { seconds: 6, secondsOfLong: 30, inBackground: true }
/** A poll costs 4 read units, more with a long transcript. */
export const paceOfOne: Pace = { seconds: 6, secondsOfLong: 6, inBackground: true }
/** A poll costs 2 read units. */
export const paceOfEvents: Pace = { seconds: 4, secondsOfLong: 4 }
/** A poll costs 71 read units in three requests. */
export const paceOfCampaign: Pace = { seconds: 8, secondsOfLong: 55 }
/** A poll costs 17 read units. */
export const paceOfProgress: Pace = { seconds: 15, secondsOfLong: 90 }
/** A poll costs 41 read units. */
export const paceOfPreview: Pace = { seconds: 30, secondsOfLong: 150 }
/** For data that seldom changes and is read completely. */
export const paceOfSettings: Pace = { seconds: 20, secondsOfLong: 60, inBackground: true }
/** A poll costs 4 read units. */
export const paceOfBalance: Pace = { seconds: 60, secondsOfLong: 60 }
/** A poll costs 34 read units. */
export const paceOfLive: Pace = { seconds: 10, secondsOfLong: 60 }
/** A poll is nine requests of at most 60 read units each. */
export const paceOfAnalytics: Pace = { seconds: 60, secondsOfLong: 600 }

const longFrom = 10_000
const secondsHidden = 60
/** Seconds until the next poll after a failure, unless the API names a time. */
const secondsAfterFailure = 15

/** Lists are treated as long until the API has reported their size. */
const learned = { isShort: false, isLong: false, quietUntil: 0, sized: Promise.resolve() }

/** Asks the API how long the lists are, because views poll long lists less often. */
export const learnSize = (client: Client, signal: AbortSignal): void => {
  Object.assign(learned, { isShort: false, isLong: false })
  learned.sized = client.listCalls({ per_page: 1 }, { signal }).then(
    ({ total }) => {
      learned.isShort = total <= longFrom
    },
    () => undefined,
  )
}

export interface Polled<T> {
  data: T | undefined
  cause: unknown
  /** Seconds from a failure to the next poll; undefined when no poll follows. */
  againSeconds: number | undefined
  again: () => void
}

/** Polls for a view. `about` names the subject; a new subject is requested at once. */
export const usePolled = <T>(
  about: string,
  pace: Pace | undefined,
  ask: (client: Client, signal: AbortSignal) => Promise<T>,
): Polled<T> => {
  const { client, leave } = useSession()
  const [seen, setSeen] = useState<{ about: string; data?: T; cause?: unknown; againSeconds?: number }>({ about })
  const [turn, setTurn] = useState(0)
  const asking = useRef(ask)
  asking.current = ask

  useEffect(() => {
    const stop = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let dueAt = 0
    let isFailed = false
    const plan = (delaySeconds: number | undefined) => {
      clearTimeout(timer)
      if (delaySeconds === undefined || stop.signal.aborted) return
      dueAt = Math.max(Date.now() + delaySeconds * 1000, learned.quietUntil)
      timer = setTimeout(poll, dueAt - Date.now())
    }
    const poll = async () => {
      if (Date.now() < learned.quietUntil) return plan(0)
      try {
        const data = await asking.current(client, stop.signal)
        if (stop.signal.aborted) return
        isFailed = false
        learn(data)
        setSeen({ about, data })
        await learned.sized
        plan(secondsUntilNext(pace))
      } catch (cause) {
        if (stop.signal.aborted) return
        if (cause instanceof Problem && cause.status === 401) return leave(endedToken)
        if (cause instanceof Problem && cause.retryAfterSeconds)
          learned.quietUntil = Date.now() + cause.retryAfterSeconds * 1000
        isFailed = !(cause instanceof Problem && cause.status < 500 && cause.status !== 429)
        const againSeconds = isFailed ? secondsAfter(cause, pace) : undefined
        setSeen((last) => ({ about, data: last.about === about ? last.data : undefined, cause, againSeconds }))
        plan(againSeconds)
      }
    }
    const turned = () => {
      const seconds = secondsUntilNext(pace)
      if (document.hidden) plan(seconds)
      else if (seconds !== undefined) plan(Math.max(0, Math.min(seconds, (dueAt - Date.now()) / 1000)))
    }
    const connected = () => isFailed && plan(0)
    addEventListener('online', connected)
    plan(0)
    // Without a pace, the view sends one request and does not watch whether the page is hidden.
    if (pace) document.addEventListener('visibilitychange', turned)
    return () => {
      stop.abort()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', turned)
      removeEventListener('online', connected)
    }
  }, [about, turn, client, pace])

  const current = seen.about === about ? seen : { about }
  const { data, cause, againSeconds } = current
  return { data, cause, againSeconds, again: () => setTurn((last) => last + 1) }
}

export const endedToken = 'This token is not good any more. It was forgotten: paste another one.'

const secondsAfter = (cause: unknown, pace: Pace | undefined): number => {
  const retryAfter = cause instanceof Problem ? cause.retryAfterSeconds : undefined
  return Math.max(retryAfter ?? secondsAfterFailure, secondsUntilNext(pace) ?? 0)
}

const secondsUntilNext = (pace: Pace | undefined): number | undefined => {
  if (!pace) return undefined
  if (document.hidden) return pace.inBackground ? secondsHidden : undefined
  return learned.isLong || !learned.isShort ? pace.secondsOfLong : pace.seconds
}

const learn = (data: unknown) => {
  if (totalOf(data) > longFrom || totalOf(memberOf(data, 'leads_count')) > longFrom) learned.isLong = true
}

const totalOf = (data: unknown): number => Number(memberOf(data, 'total') ?? 0)

const memberOf = (data: unknown, name: string): unknown =>
  typeof data === 'object' && data !== null ? Object.entries(data).find(([key]) => key === name)?.[1] : undefined

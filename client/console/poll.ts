import { useEffect, useRef, useState } from 'preact/hooks'
import { type Client, Problem } from '../client.ts'
import { useSession } from './session.ts'

/**
 * Looks again and again, as often as an open page may: 30 requests a minute, 2 while it is hidden,
 * and read units of the table below 100 a minute however long the history is. Each look is paced by
 * what it costs where there are a million calls.
 */

export interface Pace {
  /** Seconds between two looks while the history is short. */
  seconds: number
  /** And where lists are long, so that a look costs more. */
  secondsOfLong: number
  /** Polls while the page is hidden, once a minute. At most one of a view. */
  inBackground?: boolean
}

/** 34 units for ten calls, and half as much again with long transcripts. */
export const paceOfPages: Pace = { seconds: 6, secondsOfLong: 30, inBackground: true }
/** 4 units, and more with a long transcript. */
export const paceOfOne: Pace = { seconds: 6, secondsOfLong: 6, inBackground: true }
/** 2 units: the new events of a running call. */
export const paceOfEvents: Pace = { seconds: 4, secondsOfLong: 4 }
/**
 * 71 units in three requests: the campaign with its counts, its newest calls and its next leads.
 */
export const paceOfCampaign: Pace = { seconds: 8, secondsOfLong: 55 }
/** 17 units: the counts of a campaign in the list of campaigns. */
export const paceOfProgress: Pace = { seconds: 15, secondsOfLong: 90 }
/** 41 units: what else there is to know of a campaign. */
export const paceOfPreview: Pace = { seconds: 30, secondsOfLong: 150 }
/** Data that seldom changes, and is read whole: campaigns, assistants. */
export const paceOfSettings: Pace = { seconds: 20, secondsOfLong: 60, inBackground: true }
/** 4 units. */
export const paceOfBalance: Pace = { seconds: 60, secondsOfLong: 60 }
/** 34 units: the calls that run now. */
export const paceOfLive: Pace = { seconds: 10, secondsOfLong: 60 }
/** 9 requests of at most 60 units in one overview. */
export const paceOfAnalytics: Pace = { seconds: 60, secondsOfLong: 600 }

const longFrom = 10_000
const secondsHidden = 60
/** The next one after a failure, when the API did not say. */
const secondsAfterFailure = 15

/** Facts that this page has learned of the API. Lists count as long until they are short. */
const learned = { isShort: false, isLong: false, quietUntil: 0, sized: Promise.resolve() }

/** Learns how much there is. Views ask at once, and plan their next look when it is known. */
export const learnSize = (client: Client): void => {
  Object.assign(learned, { isShort: false, isLong: false })
  learned.sized = client.listCalls({ per_page: 1 }).then(
    ({ total }) => {
      learned.isShort = total <= longFrom
    },
    // It stays unknown: lists count as long.
    () => undefined,
  )
}

export interface Polled<T> {
  data: T | undefined
  cause: unknown
  /** Looks at once. */
  again: () => void
}

/** Polls `ask` as `pace` says. `about` names the subject; another subject is asked for at once. */
export const useLook = <T>(
  about: string,
  pace: Pace | undefined,
  ask: (client: Client, signal: AbortSignal) => Promise<T>,
): Polled<T> => {
  const { client, leave } = useSession()
  const [seen, setSeen] = useState<{ about: string; data?: T; cause?: unknown }>({ about })
  const [turn, setTurn] = useState(0)
  const asking = useRef(ask)
  asking.current = ask

  useEffect(() => {
    const stop = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let dueAt = 0
    const plan = (delaySeconds: number | undefined) => {
      clearTimeout(timer)
      if (delaySeconds === undefined || stop.signal.aborted) return
      dueAt = Math.max(Date.now() + delaySeconds * 1000, learned.quietUntil)
      timer = setTimeout(look, dueAt - Date.now())
    }
    const look = async () => {
      if (Date.now() < learned.quietUntil) return plan(0)
      try {
        const data = await asking.current(client, stop.signal)
        if (stop.signal.aborted) return
        learn(data)
        setSeen({ about, data })
        await learned.sized
        plan(secondsUntilNext(pace))
      } catch (cause) {
        if (stop.signal.aborted) return
        if (cause instanceof Problem && cause.status === 401) return leave(endedToken)
        if (cause instanceof Problem && cause.retryAfterSeconds)
          learned.quietUntil = Date.now() + cause.retryAfterSeconds * 1000
        setSeen((last) => ({ about, data: last.about === about ? last.data : undefined, cause }))
        const isFinal = cause instanceof Problem && cause.status < 500 && cause.status !== 429
        if (!isFinal) plan(Math.max(secondsAfterFailure, secondsUntilNext(pace) ?? 0))
      }
    }
    const turned = () => {
      const seconds = secondsUntilNext(pace)
      if (document.hidden) plan(seconds)
      else if (seconds !== undefined) plan(Math.max(0, Math.min(seconds, (dueAt - Date.now()) / 1000)))
    }
    plan(0)
    // Without a pace the view asks once, hidden or not.
    if (pace) document.addEventListener('visibilitychange', turned)
    return () => {
      stop.abort()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', turned)
    }
  }, [about, turn, client, pace])

  const current = seen.about === about ? seen : { about }
  return { data: current.data, cause: current.cause, again: () => setTurn((last) => last + 1) }
}

export const endedToken = 'This token is not good any more. It was forgotten: paste another one.'

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

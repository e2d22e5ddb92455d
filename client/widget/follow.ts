import { type Followed, WidgetApiError } from './api.ts'
import type { Listener } from './line.ts'

/**
 * Milliseconds between two requests. After 15 seconds without a request, the server ends the call.
 */
const followMs = 2_000

export interface Following {
  ask(after: string | undefined, isHidden: boolean): Promise<Followed>
  listener: Pick<Listener, 'said' | 'heard'>
  isOver(): boolean
}

export const follow = async ({ ask, listener, isOver }: Following): Promise<void> => {
  for (let after: string | undefined; !isOver(); await untilNext())
    try {
      const followed = await ask(after, document.hidden)
      after = followed.after
      if (isOver()) return
      for (const { sender, text } of followed.captions)
        if (sender === 'human') listener.heard(text)
        else listener.said(text, true)
      if (followed.is_over) return
    } catch (cause) {
      // The server no longer knows the token.
      if (cause instanceof WidgetApiError && cause.status === 404) return
    }
}

/**
 * Waits until the next request. A page that becomes hidden sends the request at once, because a
 * phone may stop timers.
 */
const untilNext = (): Promise<void> =>
  new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', go)
      resolve()
    }
    const timer = setTimeout(go, followMs)
    document.addEventListener('visibilitychange', go)
  })

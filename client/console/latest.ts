import { useEffect, useRef } from 'preact/hooks'
import { type Client, Problem } from '../client.ts'
import { endedToken } from './poll.ts'
import { useSession } from './session.ts'

interface Ends<T> {
  done: (answer: T) => void
  failed: (cause: unknown) => void
}

type Run = <T>(work: (client: Client, signal: AbortSignal) => Promise<T>, ends: Ends<T>) => Promise<void>

/**
 * Runs work for a component. When newer work begins or the component is removed, the signal aborts,
 * and `done` and `failed` are not called.
 */
export const useLatest = (): Run => {
  const { client, leave } = useSession()
  const open = useRef(new AbortController())
  useEffect(() => () => open.current.abort(), [])
  return async (work, { done, failed }) => {
    open.current.abort()
    const begun = new AbortController()
    open.current = begun
    try {
      const answer = await work(client, begun.signal)
      if (!begun.signal.aborted) done(answer)
    } catch (cause) {
      if (begun.signal.aborted) return
      if (cause instanceof Problem && cause.status === 401) leave(endedToken)
      else failed(cause)
    }
  }
}

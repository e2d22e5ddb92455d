import { useEffect, useState } from 'preact/hooks'
import type { ConsoleRoute } from './route.ts'
import type * as work from './work/main.tsx'

/** The script with the forms is a separate file, which is loaded when a form is first needed. */

declare global {
  /** Modules that the page shares with the script of the forms, and their version. */
  var parlance: { version: string } | undefined
}

/** Each attempt uses another URL, because a browser may repeat a failed load from its cache. */
const load = (attempt: number): Promise<typeof work> => {
  const address = new URL(`console-work.js${attempt > 0 ? `?${attempt}` : ''}`, document.baseURI).href
  return import(address)
}

const secondsUntilAgain = 5

export const Part = ({ route }: { route: ConsoleRoute }) => {
  const [part, setPart] = useState<typeof work>()
  const [attempt, setAttempt] = useState(0)
  const [isFailed, setFailed] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const again = () => setAttempt(attempt + 1)
    load(attempt).then(
      (loaded) => !isOver && setPart(loaded),
      () => {
        if (isOver) return
        setFailed(true)
        addEventListener('online', again)
        timer = setTimeout(again, secondsUntilAgain * 1000)
      },
    )
    return () => {
      isOver = true
      removeEventListener('online', again)
      clearTimeout(timer)
    }
  }, [attempt])
  if (part && part.version !== globalThis.parlance?.version) return <Renewed />
  if (part) return <part.Work route={route} />
  return isFailed ? (
    <p class="trouble" role="alert">
      The API does not answer. <span>Look at your connection. It is asked again by itself.</span>
    </p>
  ) : (
    <p class="quiet" role="status">
      Loading …
    </p>
  )
}

const Renewed = () => (
  <div class="trouble" role="alert">
    <p>
      The console has a new version. <span>Load the page again; unsaved changes are kept.</span>
    </p>
    <button type="button" class="plain" onClick={() => location.reload()}>
      Load again
    </button>
  </div>
)

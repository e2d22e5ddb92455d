import { useState } from 'preact/hooks'
import { type Client, Problem } from '../../client.ts'
import { useLatest } from '../latest.ts'
import { type Trouble, troubleOf, underWay } from '../problems.ts'

const broken: Trouble = {
  message: 'The upload broke off.',
  advice: 'Look at your connection, and try again. Nothing is stored twice.',
}

const ended: Trouble = {
  message: 'The link of the upload is not valid any more.',
  advice: 'Try again: a new upload begins, and the old one ends by itself.',
}

const linkEndedStatus = 403

export const linkEnded = (): Error => new Error('The link has ended', { cause: linkEndedStatus })

/** True when the bucket refused the upload form, which is valid for 15 minutes. */
const isLinkEnded = (cause: unknown): boolean => cause instanceof Error && cause.cause === linkEndedStatus

/** Leaving the page ends an upload, so the browser asks first. */
const askingBeforeUnload = async <T,>(upload: () => Promise<T>): Promise<T> => {
  const ask = (event: Event) => event.preventDefault()
  addEventListener('beforeunload', ask)
  try {
    return await upload()
  } finally {
    removeEventListener('beforeunload', ask)
  }
}

interface Ends<T> {
  done: (answer: T) => void
  /** Called when the API or the bucket refuses. The next attempt needs a new idempotency key. */
  refused: () => void
}

export const useUpload = () => {
  const run = useLatest()
  const [percent, setPercent] = useState<number>()
  const [trouble, setTrouble] = useState<Trouble>()
  const upload = <T,>(
    send: (client: Client, onPercent: (percent: number) => void) => Promise<T>,
    { done, refused }: Ends<T>,
  ): void => {
    setTrouble(undefined)
    setPercent(0)
    void run((client) => askingBeforeUnload(() => send(client, setPercent)), {
      done: (answer) => {
        setPercent(undefined)
        done(answer)
      },
      failed: (cause) => {
        const isEnded = isLinkEnded(cause)
        const isRefused = cause instanceof Problem && !underWay.includes(cause.message)
        if (isEnded || isRefused) refused()
        setTrouble(cause instanceof Problem ? troubleOf(cause) : isEnded ? ended : broken)
        setPercent(undefined)
      },
    })
  }
  return { percent, trouble, setTrouble, upload }
}

export const UploadState = ({ percent, trouble }: Pick<ReturnType<typeof useUpload>, 'percent' | 'trouble'>) => (
  <>
    {trouble && (
      <p class="trouble" role="alert">
        {trouble.message} <span>{trouble.advice}</span>
      </p>
    )}
    {percent !== undefined && (
      <p role="status">
        <progress aria-label="Upload" max={100} value={percent} /> {percent} % uploaded. Keep this tab open.
      </p>
    )}
  </>
)

export const postFile = (
  { url, fields }: { url: string; fields: Record<string, string> },
  file: Blob,
  onPercent: (percent: number) => void,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('file', file)
    // XMLHttpRequest, because `fetch` reports no progress of uploads.
    const request = new XMLHttpRequest()
    const failed = () => reject(new Error(`The bucket answered ${request.status}`, { cause: request.status }))
    request.upload.addEventListener('progress', ({ loaded, total }) => onPercent(Math.floor((loaded / total) * 100)))
    request.addEventListener('load', () => (request.status < 300 ? resolve() : failed()))
    request.addEventListener('error', failed)
    request.addEventListener('abort', failed)
    // The page's content security policy names the bucket's URL with a final slash.
    request.open('POST', url.replace(/\/?$/, '/'))
    request.send(form)
  })

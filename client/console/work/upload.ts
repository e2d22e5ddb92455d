import type { Trouble } from '../problems.ts'

export const broken: Trouble = {
  message: 'The upload broke off.',
  advice: 'Look at your connection, and try again. Nothing is imported twice.',
}

export const ended: Trouble = {
  message: 'The link of the upload is not valid any more.',
  advice: 'Try again: a new import begins, and this one ends by itself.',
}

const linkEndedStatus = 403

export const linkEnded = (): Error => new Error('The link has ended', { cause: linkEndedStatus })

/** True when the bucket refused the form, which is valid for 15 minutes. */
export const isLinkEnded = (cause: unknown): boolean => cause instanceof Error && cause.cause === linkEndedStatus

/** Leaving the page ends an upload, so the browser asks first. */
export const askingBeforeUnload = async <T>(upload: () => Promise<T>): Promise<T> => {
  const ask = (event: Event) => event.preventDefault()
  addEventListener('beforeunload', ask)
  try {
    return await upload()
  } finally {
    removeEventListener('beforeunload', ask)
  }
}

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

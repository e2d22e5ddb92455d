import type { Clock } from '../../words/clock.ts'
import { presign } from './presign.ts'
import type { Settings } from './settings.ts'
import { credentialsOf } from './signed-request.ts'

export interface Recordings {
  keep(key: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>
  /** Valid for an hour, for everyone who has the link. */
  link(key: string): string
  /** Idempotent. */
  remove(key: string): Promise<void>
}

interface RecordingsParts {
  settings: Settings
  clock: Clock
  fetch: typeof fetch
}

const linkSeconds = 3600
const requestSeconds = 300

export const recordings = ({ settings, clock, fetch: send }: RecordingsParts): Recordings => {
  const signed = (method: 'DELETE' | 'GET' | 'PUT', key: string, expiresSeconds: number) =>
    presign({
      ...credentialsOf(settings, clock.now()),
      method,
      url: `${settings.required('RECORDINGS_URL')}/${key}`,
      expiresSeconds,
    })

  return {
    keep: async (key, bytes) => {
      demand(await send(signed('PUT', key, requestSeconds), { method: 'PUT', body: bytes }))
    },
    link: (key) => signed('GET', key, linkSeconds),
    remove: async (key) => {
      demand(await send(signed('DELETE', key, requestSeconds), { method: 'DELETE' }))
    },
  }
}

const demand = ({ ok, status }: Response) => {
  if (!ok) throw new Error(`The bucket answered ${status}`)
}

import { uploadLinkSeconds } from '../../domain/knowledge/document.ts'
import { type PackedPassages, readPacked } from '../../domain/knowledge/packed-passages.ts'
import type { Clock } from '../../words/clock.ts'
import { bucketOf, presign, presignForm } from './presign.ts'
import type { Settings } from './settings.ts'
import { credentialsOf } from './signed-request.ts'

export interface KnowledgeStore {
  put(key: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>
  load(key: string): Promise<Uint8Array<ArrayBuffer> | undefined>
  /**
   * Cached in this process. Returns `late` after `limitMs`; loading continues for the next request.
   */
  passages(key: string, limitMs: number): Promise<PackedPassages | 'late' | 'gone'>
  /** Undefined without an object, or when it no longer has the given ETag. */
  read(key: string, part?: ObjectPart): Promise<AsyncIterable<Uint8Array> | undefined>
  /** Returns the ETag, which each upload changes; undefined without an object. */
  etagOf(key: string): Promise<string | undefined>
  /** Idempotent. */
  remove(key: string): Promise<void>
  /** Returns a form that accepts exactly this size, type and name. */
  uploadForm(key: string, bytes: number, contentType: string): UploadForm
}

export interface ObjectPart {
  from: number
  /** Exclusive; by default the end. */
  until?: number
  etag?: string
}

export interface UploadForm {
  url: string
  /** Form fields, which must come before the field `file`. */
  fields: Record<string, string>
}

interface StoreParts {
  settings: Settings
  clock: Clock
  fetch: typeof fetch
}

const requestSeconds = 300
const requestMsMax = 30_000
/** Milliseconds. Long, because the reader of a stream works between two pieces. */
const streamMsMax = 300_000
/** S3 answers 403 for missing objects to roles without list permission. */
const missing = [403, 404]
const replaced = 412

export const knowledgeStore = ({ settings, clock, fetch: send }: StoreParts): KnowledgeStore => {
  const signer = () => credentialsOf(settings, clock.now())
  const ask = (method: 'DELETE' | 'GET' | 'HEAD' | 'PUT', key: string, body?: Uint8Array<ArrayBuffer>) => {
    const url = `${settings.required('RECORDINGS_URL')}/${key}`
    const signed = presign({ ...signer(), method, url, expiresSeconds: requestSeconds })
    return send(signed, { method, body, signal: AbortSignal.timeout(requestMsMax) })
  }

  const load = async (key: string) => {
    const answer = await ask('GET', key)
    if (missing.includes(answer.status)) return undefined
    demand(answer)
    return new Uint8Array(await answer.arrayBuffer())
  }

  return {
    put: async (key, bytes) => {
      demand(await ask('PUT', key, bytes))
    },
    load,
    passages: (key, limitMs) => {
      const loading = loaded.get(key) ?? load(key).then((bytes) => (bytes ? readPacked(bytes) : 'gone'))
      remember(key, loading)
      return Promise.race([
        loading,
        new Promise<'late'>((resolve) => AbortSignal.timeout(limitMs).addEventListener('abort', () => resolve('late'))),
      ])
    },
    read: async (key, part) => {
      const url = `${settings.required('RECORDINGS_URL')}/${key}`
      const signed = presign({ ...signer(), method: 'GET', url, expiresSeconds: requestSeconds })
      const headers = part && headersOf(part)
      const answer = await send(signed, { headers, signal: AbortSignal.timeout(streamMsMax) })
      if (missing.includes(answer.status) || answer.status === replaced) return undefined
      demand(answer)
      return answer.body ?? undefined
    },
    etagOf: async (key) => {
      const answer = await ask('HEAD', key)
      if (missing.includes(answer.status)) return undefined
      demand(answer)
      return answer.headers.get('etag') ?? ''
    },
    remove: async (key) => {
      demand(await ask('DELETE', key))
    },
    uploadForm: (key, bytes, contentType) => {
      const url = settings.required('RECORDINGS_URL')
      const form = { bucket: bucketOf(url), key, bytes, contentType, expiresSeconds: uploadLinkSeconds }
      return { url, fields: presignForm({ ...signer(), ...form }) }
    },
  }
}

const headersOf = ({ from, until, etag }: ObjectPart): Record<string, string> => ({
  range: `bytes=${from}-${until === undefined ? '' : until - 1}`,
  ...(etag && { 'if-match': etag }),
})

/** Cache of loaded objects, least recently used first. Objects never change. */
const loaded = new Map<string, Promise<PackedPassages | 'gone'>>()
/** Number of cached objects of up to 4 MB each; a function for conversations has 1 GB of memory. */
const loadedMax = 16

const remember = (key: string, loading: Promise<PackedPassages | 'gone'>) => {
  loaded.delete(key)
  loaded.set(key, loading)
  const forget = () => {
    if (loaded.get(key) === loading) loaded.delete(key)
  }
  loading.then((found) => found === 'gone' && forget(), forget)
  for (const oldest of loaded.keys()) {
    if (loaded.size <= loadedMax) return
    loaded.delete(oldest)
  }
}

const demand = ({ ok, status }: Response) => {
  if (!ok) throw new Error(`The bucket answered ${status}`)
}

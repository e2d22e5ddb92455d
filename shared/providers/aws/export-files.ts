import type { ExportPart, LinkTo } from '../../domain/account/data-export.ts'
import type { Clock } from '../../words/clock.ts'
import { must } from '../../words/must.ts'
import { presign } from './presign.ts'
import type { Settings } from './settings.ts'
import { credentialsOf } from './signed-request.ts'

/**
 * Multipart uploads: a file appears only when complete.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/mpuoverview.html
 */
export interface ExportFiles {
  begin(key: string): Promise<string>
  /** Uploads a part of at least 5 MiB, except the last part. Returns the ETag. */
  put(upload: Upload, number: number, bytes: Uint8Array<ArrayBuffer>): Promise<string>
  /** Idempotent. */
  complete(upload: Upload, parts: readonly ExportPart[]): Promise<void>
  /** Idempotent. */
  remove(key: string, upload: string | undefined): Promise<void>
  link: LinkTo
}

export interface Upload {
  key: string
  id: string
}

interface FileParts {
  settings: Settings
  clock: Clock
  fetch: typeof fetch
}

type Method = 'DELETE' | 'GET' | 'HEAD' | 'POST' | 'PUT'

const requestSeconds = 300
const requestMsMax = 30_000

export const exportFiles = ({ settings, clock, fetch: send }: FileParts): ExportFiles => {
  const signed = (method: Method, key: string, query: Record<string, string>, expiresSeconds = requestSeconds) => {
    const url = `${settings.required('RECORDINGS_URL')}/${key}`
    return presign({ ...credentialsOf(settings, clock.now()), method, url, query, expiresSeconds })
  }
  const ask = (method: Method, key: string, query: Record<string, string> = {}, body?: Uint8Array<ArrayBuffer>) =>
    send(signed(method, key, query), { method, body, signal: AbortSignal.timeout(requestMsMax) })

  return {
    begin: async (key) => {
      const answer = demand(await ask('POST', key, { uploads: '' }))
      return must(/<UploadId>([^<]+)<\/UploadId>/.exec(await answer.text())?.[1], 'id of the upload')
    },

    put: async ({ key, id }, number, bytes) => {
      const answer = demand(await ask('PUT', key, { partNumber: String(number), uploadId: id }, bytes))
      return must(answer.headers.get('etag')?.replaceAll('"', ''), 'ETag of the part')
    },

    complete: async ({ key, id }, parts) => {
      const listed = parts.map(
        ({ number, tag }) => `<Part><PartNumber>${number}</PartNumber><ETag>"${tag}"</ETag></Part>`,
      )
      const body = new TextEncoder().encode(`<CompleteMultipartUpload>${listed.join('')}</CompleteMultipartUpload>`)
      const answer = await ask('POST', key, { uploadId: id }, body)
      // S3 may answer 200 with an error, and rejects a second completion. HEAD tells whether the
      // file exists.
      if (answer.ok && !(await answer.text()).includes('<Error>')) return
      demand(await ask('HEAD', key))
    },

    remove: async (key, upload) => {
      if (upload !== undefined) {
        const answer = await ask('DELETE', key, { uploadId: upload })
        if (answer.status !== 404) demand(answer)
      }
      demand(await ask('DELETE', key))
    },

    link: (key, { seconds, name }) =>
      signed('GET', key, { 'response-content-disposition': `attachment; filename="${name}"` }, seconds),
  }
}

const demand = (answer: Response): Response => {
  if (!answer.ok) throw new Error(`The bucket answered ${answer.status}`)
  return answer
}

import { createHash, randomUUID } from 'node:crypto'
import type { HttpAnswer } from './http-event.ts'

export const uploadsPrefix = '_uploads/'

/** Bytes. S3 accepts no smaller part, except as the last part of an upload. */
const partBytesMin = 5 * 1024 * 1024
const partsMax = 10_000

interface ObjectStore {
  read(key: string): Promise<Buffer | undefined>
  write(key: string, bytes: Buffer): Promise<unknown>
  remove(key: string): Promise<unknown>
  list(prefix: string, after: string): Promise<string[]>
}

interface PartRequest {
  url: URL
  body: Buffer
}

/**
 * Handles multipart uploads.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_CompleteMultipartUpload.html
 */
export const openUploads = ({ read, write, remove, list }: ObjectStore) => {
  const folderOf = (id: string) => `${uploadsPrefix}${id}/`
  const startOf = (id: string) => `${folderOf(id)}key.txt`
  const partOf = (id: string, number: number) => `${folderOf(id)}${String(number).padStart(5, '0')}.part`

  const begin = async (key: string): Promise<HttpAnswer> => {
    const id = randomUUID()
    await write(startOf(id), Buffer.from(key))
    return xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
  }

  const abort = async (id: string) => {
    for (const key of await list(folderOf(id), '')) await remove(key)
  }

  const put = async (id: string, { url, body }: PartRequest): Promise<HttpAnswer> => {
    const number = Number(url.searchParams.get('partNumber'))
    if (!(Number.isInteger(number) && number >= 1 && number <= partsMax)) return refused(400, 'InvalidArgument')
    await write(partOf(id, number), body)
    return { status: 200, headers: { etag: tagOf(body) } }
  }

  const complete = async (id: string, key: string, body: string): Promise<HttpAnswer> => {
    const asked = [...body.matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag>/g)]
    const numbers = asked.map(([, number]) => Number(number))
    if (numbers.length === 0) return refused(400, 'MalformedXML')
    if (numbers.some((number, index) => index > 0 && number <= (numbers[index - 1] ?? 0)))
      return refused(400, 'InvalidPartOrder')
    const parts = await Promise.all(numbers.map((number) => read(partOf(id, number))))
    const whole: Buffer[] = []
    for (const [place, part] of parts.entries()) {
      if (!part || tagOf(part) !== asked[place]?.[2]) return refused(400, 'InvalidPart')
      if (part.length < partBytesMin && place < parts.length - 1) return refused(400, 'EntityTooSmall')
      whole.push(part)
    }
    await write(key, Buffer.concat(whole))
    await abort(id)
    return xml('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>')
  }

  return {
    answer: async (method: string, key: string, asked: PartRequest): Promise<HttpAnswer> => {
      const id = asked.url.searchParams.get('uploadId') ?? ''
      if (method === 'POST' && asked.url.searchParams.has('uploads')) return begin(key)
      if (!/^[\w-]+$/.test(id) || String(await read(startOf(id))) !== key) return refused(404, 'NoSuchUpload')
      if (method === 'PUT') return put(id, asked)
      if (method === 'POST') return complete(id, key, asked.body.toString())
      if (method !== 'DELETE') return refused(405, 'MethodNotAllowed')
      await abort(id)
      return { status: 204 }
    },
  }
}

export const tagOf = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`

const xml = (body: string): HttpAnswer => ({ status: 200, headers: { 'content-type': 'application/xml' }, body })

export const refused = (status: number, code: string): HttpAnswer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<Error><Code>${code}</Code></Error>`,
})

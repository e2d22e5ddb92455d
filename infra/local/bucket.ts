import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { presign } from '../../shared/providers/aws/presign.ts'
import { localCredentials, policyProblem, readForm, timeOf } from './bucket-form.ts'
import { openUploads, refused, tagOf, uploadsPrefix } from './bucket-uploads.ts'
import type { LocalClock } from './clock.ts'
import type { HttpAnswer } from './http-event.ts'

interface BucketOptions {
  clock: LocalClock
  dir?: string
  name?: string
  /** True when the bucket has Object Lock, which makes S3 demand a checksum for each upload. */
  isLocked?: boolean
}

export { localCredentials }

const keyPattern = /^(?:[\w-]+\/)*[\w-]+\.\w+$/

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'] as const
type Method = (typeof methods)[number]
const listMax = 1000

const isSigned = (url: URL, method: Method, at: number): boolean => {
  const now = timeOf(url.searchParams.get('X-Amz-Date') ?? '')
  const expiresSeconds = Number(url.searchParams.get('X-Amz-Expires'))
  if (!now || at > now + expiresSeconds * 1000) return false
  const query = Object.fromEntries([...url.searchParams].filter(([name]) => !name.startsWith('X-Amz-')))
  const expected = presign({
    ...localCredentials,
    method,
    url: url.origin + url.pathname,
    query,
    expiresSeconds,
    now,
  })
  return url.href === expected
}

const storeIn = (dir: string | undefined) => {
  const kept = new Map<string, Buffer>()
  const writtenAt = new Map<string, number>()
  let writes = 0
  const read = async (key: string) => {
    if (!dir) return kept.get(key)
    const file = join(dir, key)
    return existsSync(file) ? readFile(file) : undefined
  }
  const write = async (key: string, bytes: Buffer) => {
    writtenAt.set(key, ++writes)
    if (!dir) return kept.set(key, bytes)
    await mkdir(dirname(join(dir, key)), { recursive: true })
    await writeFile(join(dir, key), bytes)
  }

  const remove = async (key: string) => (dir ? rm(join(dir, key), { force: true }) : kept.delete(key))
  const list = async (prefix: string, after: string) => {
    if (!/^([\w-]+\/)*$/.test(prefix)) return []
    const isListed = (key: string) => key > after && key.startsWith(uploadsPrefix) === prefix.startsWith(uploadsPrefix)
    if (!dir) return [...kept.keys()].filter((key) => key.startsWith(prefix) && isListed(key)).toSorted()
    const files = await readdir(join(dir, prefix), { recursive: true, withFileTypes: true }).catch(() => [])
    const keys = files
      .filter((file) => file.isFile())
      .map(({ parentPath, name }) => relative(dir, join(parentPath, name)))
    return keys.filter(isListed).toSorted()
  }
  /**
   * Every write changes the ETag, even if the bytes stay the same, as in a bucket encrypted with
   * KMS.
   */
  const etagOf = async (key: string) => {
    const version = dir ? (await stat(join(dir, key))).mtimeMs : writtenAt.get(key)
    return tagOf(Buffer.from(`${key} ${version}`))
  }
  return { read, write, remove, list, etagOf }
}

/** Simulates an S3 bucket that accepts presigned URLs only. */
export const openBucket = ({ clock, dir, name = '_bucket', isLocked = false }: BucketOptions) => {
  const prefix = `/${name}/`

  const { read, write, remove, list, etagOf } = storeIn(dir)
  const uploads = openUploads({ read, write, remove, list })

  const putProblem = async (
    key: string,
    bytes: Buffer,
    headers: Asked['headers'],
  ): Promise<[status: number, code: string] | undefined> => {
    const sum = headers['content-md5']
    if (isLocked && sum === undefined) return [400, 'InvalidRequest']
    if (sum !== undefined && sum !== createHash('md5').update(bytes).digest('base64')) return [400, 'BadDigest']
    return headers['if-none-match'] === '*' && (await read(key)) ? [412, 'PreconditionFailed'] : undefined
  }

  const takeForm = async ({ headers, body }: Asked): Promise<HttpAnswer> => {
    const form = await readForm(headers['content-type'], body)
    const file = form?.get('file')
    if (!form || !(file instanceof File)) return refused(400, 'MalformedPOSTRequest')
    const problem = policyProblem(form, file.size, clock.now())
    if (problem) return refused(problem === 'EntityTooLarge' || problem === 'EntityTooSmall' ? 400 : 403, problem)
    await write(String(form.get('key')), Buffer.from(await file.arrayBuffer()))
    return { status: 204 }
  }

  const answer = async (asked: Asked): Promise<HttpAnswer> => {
    const { url, headers, body } = asked
    const key = url.pathname.slice(prefix.length)
    if (asked.method === 'POST' && key === '') return takeForm(asked)
    const method = methods.find((known) => known === asked.method)
    const lists = method === 'GET' && key === '' && url.searchParams.get('list-type') === '2'
    if (!method || !(lists || keyPattern.test(key))) return refused(404, 'NoSuchKey')
    if (!isSigned(url, method, clock.now())) return refused(403, 'AccessDenied')
    if (lists) {
      const keys = await list(url.searchParams.get('prefix') ?? '', url.searchParams.get('start-after') ?? '')
      const most = Math.min(listMax, Number(url.searchParams.get('max-keys') ?? listMax))
      const contents = keys.slice(0, most).map((name) => `<Contents><Key>${name}</Key></Contents>`)
      return {
        status: 200,
        headers: { 'content-type': 'application/xml' },
        body: `<ListBucketResult>${contents.join('')}<IsTruncated>${keys.length > most}</IsTruncated></ListBucketResult>`,
      }
    }
    if (method === 'POST' || url.searchParams.has('uploadId')) return uploads.answer(method, key, asked)
    if (method === 'DELETE') {
      if (isLocked) return refused(403, 'AccessDenied')
      await remove(key)
      return { status: 204 }
    }
    if (method === 'PUT') {
      const problem = await putProblem(key, body, headers)
      if (problem) return refused(...problem)
      await write(key, body)
      return { status: 200, headers: { etag: await etagOf(key) } }
    }
    const bytes = await read(key)
    const refuse = (status: number, code: string) => (method === 'HEAD' ? { status } : refused(status, code))
    if (!bytes) return refuse(404, 'NoSuchKey')
    const etag = await etagOf(key)
    if (![undefined, '*', etag].includes(headers['if-match'])) return refuse(412, 'PreconditionFailed')
    const disposition = url.searchParams.get('response-content-disposition')
    const shown = { 'content-type': 'audio/mpeg', etag, ...(disposition && { 'content-disposition': disposition }) }
    return answerOf(bytes, headers.range, shown)
  }

  return {
    keys: () => list('', ''),
    parts: () => list(uploadsPrefix, ''),
    owns: (target: string) => target.startsWith(prefix) || target === prefix.slice(0, -1),
    answer,
  }
}

interface Asked {
  method: string
  url: URL
  headers: Record<string, string>
  body: Buffer
}

const answerOf = (bytes: Buffer, range: string | undefined, headers: Record<string, string>): HttpAnswer => {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? []
  if (from === undefined)
    return { status: 200, headers: { ...headers, 'content-length': String(bytes.length) }, body: bytes }
  if (Number(from) >= bytes.length) return refused(416, 'InvalidRange')
  const end = to ? Math.min(Number(to) + 1, bytes.length) : bytes.length
  const part = bytes.subarray(Number(from), end)
  return {
    status: 206,
    headers: {
      ...headers,
      'content-length': String(part.length),
      'content-range': `bytes ${from}-${end - 1}/${bytes.length}`,
    },
    body: part,
  }
}

export type Bucket = ReturnType<typeof openBucket>

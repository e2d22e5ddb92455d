import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { dirname, join, relative } from 'node:path'
import { presign } from '../../shared/providers/presign.ts'
import { localCredentials, policyProblem, readForm } from './bucket-form.ts'
import type { LocalClock } from './clock.ts'

interface BucketOptions {
  clock: LocalClock
  /** Where the objects are kept; without it, in memory. */
  dir?: string
  /** The first part of its path; `_bucket`, unless told otherwise. */
  name?: string
  /** Object Lock: what lies there is kept, and what is put there has a checksum. */
  isLocked?: boolean
}

export { localCredentials }

const keyPattern = /^(?:[\w-]+\/)*[\w-]+\.\w+$/

const methods = ['GET', 'HEAD', 'PUT', 'DELETE'] as const
type Method = (typeof methods)[number]
const listMax = 1000

/** A bucket of S3 on this machine: it takes, gives, lists and deletes objects by presigned URLs, and nothing by any other. */
export const openBucket = ({ clock, dir, name = '_bucket', isLocked = false }: BucketOptions) => {
  const prefix = `/${name}/`
  const kept = new Map<string, Buffer>()

  const isSigned = (url: URL, method: Method): boolean => {
    const [, year, month, day, hours, minutes, seconds] =
      /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(url.searchParams.get('X-Amz-Date') ?? '') ?? []
    const now = Date.parse(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`)
    const expiresSeconds = Number(url.searchParams.get('X-Amz-Expires'))
    if (Number.isNaN(now) || clock.now() > now + expiresSeconds * 1000) return false
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

  const read = async (key: string) => {
    if (!dir) return kept.get(key)
    const file = join(dir, key)
    return existsSync(file) ? readFile(file) : undefined
  }
  const write = async (key: string, bytes: Buffer) => {
    if (!dir) return kept.set(key, bytes)
    await mkdir(dirname(join(dir, key)), { recursive: true })
    await writeFile(join(dir, key), bytes)
  }

  const remove = async (key: string) => (dir ? rm(join(dir, key), { force: true }) : kept.delete(key))
  /** The keys of this folder, in order, behind `after`. */
  const list = async (prefix: string, after: string) => {
    if (!/^([\w-]+\/)*$/.test(prefix)) return []
    if (!dir) return [...kept.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted()
    const files = await readdir(join(dir, prefix), { recursive: true, withFileTypes: true }).catch(() => [])
    const keys = files
      .filter((file) => file.isFile())
      .map(({ parentPath, name }) => relative(dir, join(parentPath, name)))
    return keys.filter((key) => key > after).toSorted()
  }

  /** Why S3 would not take this object. */
  const putProblem = async (
    key: string,
    bytes: Buffer,
    headers: IncomingHttpHeaders,
  ): Promise<[status: number, code: string] | undefined> => {
    const sum = headers['content-md5']
    if (isLocked && sum === undefined) return [400, 'InvalidRequest']
    if (sum !== undefined && sum !== createHash('md5').update(bytes).digest('base64')) return [400, 'BadDigest']
    return headers['if-none-match'] === '*' && (await read(key)) ? [412, 'PreconditionFailed'] : undefined
  }

  /** A file that is posted with a form, if the form's policy is signed and holds. */
  const takeForm = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const form = await readForm(request)
    const file = form?.get('file')
    if (!form || !(file instanceof File)) return refuse(response, 400, 'MalformedPOSTRequest')
    const problem = policyProblem(form, file.size, clock.now())
    if (problem)
      return refuse(response, problem === 'EntityTooLarge' || problem === 'EntityTooSmall' ? 400 : 403, problem)
    await write(String(form.get('key')), Buffer.from(await file.arrayBuffer()))
    response.writeHead(204).end()
  }

  return {
    /** All that lies in it. */
    keys: () => list('', ''),
    owns: (target: string) => target.startsWith(prefix) || target === prefix.slice(0, -1),
    serve: async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
      const key = url.pathname.slice(prefix.length)
      const { method } = request
      if (method === 'POST' && key === '') return takeForm(request, response)
      const asked = methods.find((known) => known === method)
      const lists = asked === 'GET' && key === '' && url.searchParams.get('list-type') === '2'
      if (!asked || !(lists || keyPattern.test(key))) return refuse(response, 404, 'NoSuchKey')
      if (!isSigned(url, asked)) return refuse(response, 403, 'AccessDenied')
      if (lists) {
        const keys = await list(url.searchParams.get('prefix') ?? '', url.searchParams.get('start-after') ?? '')
        const most = Math.min(listMax, Number(url.searchParams.get('max-keys') ?? listMax))
        const contents = keys.slice(0, most).map((name) => `<Contents><Key>${name}</Key></Contents>`)
        response.writeHead(200, { 'content-type': 'application/xml' })
        response.end(
          `<ListBucketResult>${contents.join('')}<IsTruncated>${keys.length > most}</IsTruncated></ListBucketResult>`,
        )
        return
      }
      if (asked === 'DELETE') {
        if (isLocked) return refuse(response, 403, 'AccessDenied')
        await remove(key)
        response.writeHead(204).end()
        return
      }
      if (method === 'PUT') {
        const chunks: Buffer[] = []
        for await (const chunk of request) chunks.push(chunk)
        const bytes = Buffer.concat(chunks)
        const problem = await putProblem(key, bytes, request.headers)
        if (problem) return refuse(response, ...problem)
        await write(key, bytes)
        response.writeHead(200).end()
        return
      }
      const bytes = await read(key)
      if (!bytes && asked === 'HEAD') {
        response.writeHead(404).end()
        return
      }
      if (!bytes) return refuse(response, 404, 'NoSuchKey')
      response.writeHead(200, { 'content-type': 'audio/mpeg', 'content-length': bytes.length }).end(bytes)
    },
  }
}

const refuse = (response: ServerResponse, status: number, code: string) => {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`)
}

export type Bucket = ReturnType<typeof openBucket>

import { createHash } from 'node:crypto'
import type { ChainHead } from '../../domain/evidence/bundle.ts'
import { headKey, headsOfChain, headsOfUser, readHeadKey, SignedHead } from '../../domain/evidence/signed-head.ts'
import type { Clock } from '../../words/clock.ts'
import { presign } from './presign.ts'
import type { Settings } from './settings.ts'
import { credentialsOf } from './signed-request.ts'

/** Stores signed heads (newest hashes) of evidence hash chains in a bucket with Object Lock. */
export interface EvidenceHeads {
  /** Idempotent: a stored head is never replaced. */
  keep(head: SignedHead): Promise<void>
  newest(user_id: number, chain: number): Promise<ChainHead | undefined>
  next(user_id: number, chain?: number): Promise<ChainHead | undefined>
  /** Newest first per chain. */
  page(user_id: number, after?: string): Promise<{ heads: SignedHead[]; next?: string }>
}

interface HeadsParts {
  settings: Settings
  clock: Clock
  fetch: typeof fetch
}

const requestSeconds = 300
const requestMsMax = 30_000
const pageMax = 500
const atOnce = 25

/**
 * HTTP status if the object exists:
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html
 */
const alreadyThere = 412

export const evidenceHeads = ({ settings, clock, fetch: send }: HeadsParts): EvidenceHeads => {
  const ask = async (
    method: 'GET' | 'PUT',
    key: string,
    { query, ...init }: { query?: Record<string, string>; body?: string; headers?: Record<string, string> } = {},
  ) => {
    const signed = presign({
      ...credentialsOf(settings, clock.now()),
      method,
      url: `${settings.required('HEADS_URL')}/${key}`,
      query,
      expiresSeconds: requestSeconds,
    })
    const answer = await send(signed, { method, ...init, signal: AbortSignal.timeout(requestMsMax) })
    if (!answer.ok && !(method === 'PUT' && answer.status === alreadyThere))
      throw new Error(`The bucket of heads answered ${answer.status}`)
    return answer
  }

  const list = async (prefix: string, count: number, after?: string) => {
    const query = { 'list-type': '2', 'max-keys': String(count), prefix, ...(after && { 'start-after': after }) }
    const text = await (await ask('GET', '', { query })).text()
    const keys = [...text.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = '']) => key)
    return { keys, isCut: text.includes('<IsTruncated>true') }
  }

  return {
    keep: async (head) => {
      const body = JSON.stringify(head)
      // Object Lock requires a checksum.
      const headers = { 'content-md5': createHash('md5').update(body).digest('base64'), 'if-none-match': '*' }
      await ask('PUT', headKey(head), { body, headers })
    },

    newest: async (user_id, chain) => {
      const { keys } = await list(headsOfChain(user_id, chain), 1)
      return keys.map(readHeadKey)[0]
    },

    next: async (user_id, chain) => {
      // `~` sorts after all digits.
      const after = chain === undefined ? undefined : `${headsOfChain(user_id, chain)}~`
      return (await list(headsOfUser(user_id), 1, after)).keys.map(readHeadKey)[0]
    },

    page: async (user_id, after) => {
      const { keys, isCut } = await list(headsOfUser(user_id), pageMax, after)
      const heads: SignedHead[] = []
      for (let start = 0; start < keys.length; start += atOnce) {
        const some = keys.slice(start, start + atOnce)
        heads.push(
          ...(await Promise.all(some.map(async (key) => SignedHead.parse(await (await ask('GET', key)).json())))),
        )
      }
      return { heads, ...(isCut && { next: keys.at(-1) }) }
    },
  }
}

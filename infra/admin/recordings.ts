import { exportPrefix } from '../../shared/domain/account/data-export.ts'
import { recordingPrefix, retentionChoices } from '../../shared/domain/account/retention.ts'
import { packedPrefix, uploadPrefix } from '../../shared/domain/knowledge/knowledgebase.ts'
import { presign } from '../../shared/providers/aws/presign.ts'
import { recordings } from '../../shared/providers/aws/recordings.ts'
import type { Settings } from '../../shared/providers/aws/settings.ts'
import { credentialsOf } from '../../shared/providers/aws/signed-request.ts'
import type { Clock } from '../../shared/words/clock.ts'

export interface UserObjects {
  pages(): AsyncGenerator<string[]>
  /** Resolves with undefined when the recording has expired. */
  fetch(key: string): Promise<Uint8Array | undefined>
  remove(key: string): Promise<void>
}

interface RecordingsParts {
  settings: Settings
  clock: Clock
  fetch: typeof fetch
}

const requestSeconds = 300

export const recordingsOf = (user_id: number, parts: RecordingsParts): UserObjects =>
  objectsOf(
    [...retentionChoices.map(recordingPrefix), exportPrefix].map((prefix) => `${prefix}${user_id}/`),
    parts,
  )

export const knowledgeOf = (user_id: number, parts: RecordingsParts): UserObjects =>
  objectsOf(
    [packedPrefix, uploadPrefix].map((prefix) => `${prefix}${user_id}/`),
    parts,
  )

const objectsOf = (prefixes: readonly string[], parts: RecordingsParts): UserObjects => {
  const { settings, clock, fetch: send } = parts
  const request = (key: string, query: Record<string, string> = {}) =>
    send(
      presign({
        ...credentialsOf(settings, clock.now()),
        method: 'GET',
        url: `${settings.required('RECORDINGS_URL')}/${key}`,
        query,
        expiresSeconds: requestSeconds,
      }),
    )
  const demand = (answer: Response) => {
    if (!answer.ok) throw new Error(`The bucket answered ${answer.status}`)
    return answer
  }

  const list = async (asked: Record<string, string>) => {
    const text = await demand(await request('', { 'list-type': '2', ...asked })).text()
    const keys = [...text.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = '']) => key)
    return { keys, isCut: text.includes('<IsTruncated>true') }
  }

  return {
    pages: async function* () {
      for (const prefix of prefixes) {
        let after: string | undefined
        do {
          const listed = await list({ prefix, ...(after && { 'start-after': after }) })
          if (listed.keys.length > 0) yield listed.keys
          after = listed.isCut ? listed.keys.at(-1) : undefined
        } while (after)
      }
    },
    fetch: async (key) => {
      const answer = await request(key)
      return answer.status === 404 ? undefined : new Uint8Array(await demand(answer).arrayBuffer())
    },
    remove: (key) => recordings(parts).remove(key),
  }
}

import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 as Result } from 'aws-lambda'
import type { NoticeOperation } from '../operations/define.ts'
import type { Dependencies } from '../services.ts'
import type { Log } from '../words/log.ts'
import type { FunctionEntry } from './entry.ts'
import { signedPost } from './signed-post.ts'
import { dependenciesOf } from './wiring.ts'

export interface Noticed {
  event: unknown
  log: Log
}

type Handle<O extends NoticeOperation> = (noticed: Noticed, services: Dependencies<O['uses'][number]>) => Promise<void>

export const noticeUses = ['realtime.isGenuine'] as const

/** Receives webhooks that are signed as in Standard Webhooks. */
export const notice = <O extends NoticeOperation>(
  operation: O,
  handle: Handle<O>,
): FunctionEntry<O, APIGatewayProxyEventV2, Result> => ({
  operation,
  open: (parts, registry) => {
    const services = dependenciesOf(operation.uses, registry, parts) as Dependencies<O['uses'][number]>
    const { realtime } = dependenciesOf(noticeUses, registry, parts)

    return signedPost(operation, parts, async ({ event: { headers }, body, log }) => {
      if (!(await realtime.isGenuine(headers, body))) return undefined
      await handle({ event: readJson(body), log }, services)
      return { statusCode: 204 }
    })
  },
})

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

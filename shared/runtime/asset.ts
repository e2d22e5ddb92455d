import { gunzipSync } from 'node:zlib'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 as Result } from 'aws-lambda'
import { type AssetOperation, apiBase } from '../operations/define.ts'
import type { FunctionEntry } from './entry.ts'
import { safetyHeaders } from './safety-headers.ts'

export type AssetEntry = FunctionEntry<AssetOperation, APIGatewayProxyEventV2, Result>

/** WebSocket origin of the carrier's local simulation. */
const localLines = 'ws://127.0.0.1:* '

export const asset = (operation: AssetOperation): AssetEntry => ({
  operation,
  open: ({ assets, settings }) => {
    const served = assets[operation.id]
    const recordings = () => (operation.playsRecordings ? `${settings.required('RECORDINGS_URL')}/` : "'none'")
    const line = settings.get('STAGE') === 'local' ? localLines : ''
    const location = `${apiBase}${operation.path}`
    return async ({ headers, rawPath, requestContext }) => {
      if (rawPath !== location) {
        const about = { location, 'cache-control': 'no-cache', 'x-request-id': requestContext.requestId }
        return { statusCode: 302, headers: { ...about, ...safetyHeaders } }
      }
      if (!served) throw new Error(`Nobody made the bytes of ${operation.id}`)
      const { contentType, gzip, etag, policy } = served
      const about = {
        etag,
        'cache-control': 'no-cache',
        'content-security-policy': policy.replaceAll('{recordings}', recordings()).replace('{line} ', line),
        ...safetyHeaders,
        'referrer-policy': 'no-referrer',
        'x-request-id': requestContext.requestId,
      }
      if (headers['if-none-match'] === etag) return { statusCode: 304, headers: about }
      const answer = { statusCode: 200, headers: { ...about, 'content-type': contentType, vary: 'accept-encoding' } }
      if (!/\bgzip\b/.test(headers['accept-encoding'] ?? ''))
        return { ...answer, body: gunzipSync(Buffer.from(gzip, 'base64')).toString() }
      return {
        ...answer,
        headers: { ...answer.headers, 'content-encoding': 'gzip' },
        body: gzip,
        isBase64Encoded: true,
      }
    }
  },
})

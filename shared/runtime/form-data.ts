import { createHash } from 'node:crypto'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { fileBytesMax, type SentFile } from '../domain/knowledge/document.ts'
import { bodyBytesMax } from './body.ts'

export const formBytesMax = fileBytesMax + bodyBytesMax

export const isFormData = (contentType = ''): boolean => /^multipart\/form-data\b/i.test(contentType.trim())

export const readFormData = async (
  event: Pick<APIGatewayProxyEventV2, 'body' | 'headers' | 'isBase64Encoded'>,
): Promise<{ fields: Record<string, unknown>; file: SentFile | undefined } | undefined> => {
  const { body = '', headers, isBase64Encoded } = event
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8')
  const sent = new Response(bytes, { headers: { 'content-type': headers['content-type'] ?? '' } })
  const form = await sent.formData().catch(() => undefined)
  if (!form) return undefined
  const fields: Record<string, unknown> = {}
  let file: SentFile | undefined
  for (const [name, value] of form) {
    if (typeof value === 'string') Object.defineProperty(fields, name, { value, enumerable: true, configurable: true })
    else if (name === 'file') file = { bytes: new Uint8Array(await value.arrayBuffer()) }
  }
  // Requests are compared by the file's hash to recognise repetitions.
  if (file) fields.file = createHash('sha256').update(file.bytes).digest('hex')
  return { fields, file }
}

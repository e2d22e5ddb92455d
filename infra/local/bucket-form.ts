import * as z from 'zod'
import { signerFor } from '../../shared/providers/aws/sigv4.ts'

export const localCredentials = { region: 'us-east-1', accessKeyId: 'local', secretAccessKey: 'local' }

export const readForm = async (contentType = '', body: Buffer): Promise<FormData | undefined> =>
  new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData().catch(() => undefined)

const Policy = z.object({
  expiration: z.iso.datetime(),
  conditions: z.array(
    z.union([z.record(z.string(), z.string()), z.tuple([z.literal('content-length-range'), z.number(), z.number()])]),
  ),
})

/**
 * Name of the local bucket. An upload form's policy must name the bucket, because S3 treats
 * `bucket` as a form field.
 */
const bucket = '_bucket'
const free = ['file', 'Policy', 'X-Amz-Signature']

/** Returns S3's error code if the upload form breaks its policy. Ignores fields after the file. */
export const policyProblem = (form: FormData, bytes: number, now: number): string | undefined => {
  const names = [...form.keys()]
  const sent = [...names.slice(0, names.indexOf('file') + 1), 'bucket']
  const sentAs = (name: string) =>
    name === 'bucket' ? bucket : sent.includes(name) ? String(form.get(name)) : undefined
  const text = sentAs('Policy') ?? ''
  const signedAt = timeOf(sentAs('X-Amz-Date'))
  const signature = signedAt && signerFor({ ...localCredentials, now: signedAt }, 's3').sign(text)
  if (!signature || sentAs('X-Amz-Signature') !== signature) return 'SignatureDoesNotMatch'
  const policy = Policy.safeParse(JSON.parse(Buffer.from(text, 'base64').toString())).data
  if (!policy || now > Date.parse(policy.expiration)) return 'AccessDenied'
  const wanted = new Map<string, string>()
  for (const condition of policy.conditions) {
    if (!Array.isArray(condition)) {
      for (const [name, value] of Object.entries(condition)) wanted.set(name, value)
      continue
    }
    const [, min, max] = condition
    if (bytes < min) return 'EntityTooSmall'
    if (bytes > max) return 'EntityTooLarge'
  }
  const isOther = [...wanted].some(([name, value]) => sentAs(name) !== value)
  const isUnknown = sent.some((name) => !free.includes(name) && !wanted.has(name))
  return isOther || isUnknown ? 'AccessDenied' : undefined
}

export const timeOf = (text = ''): number | undefined => {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? []
  const [year, month, day, hours, minutes, seconds] = parts
  return Date.parse(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`) || undefined
}

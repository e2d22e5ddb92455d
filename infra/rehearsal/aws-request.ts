import { signedRequest } from '../../shared/providers/aws/signed-request.ts'
import { access, region } from './emulator-differences.ts'

interface Asked {
  service: 'events' | 'lambda' | 'logs' | 's3'
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path with query. For S3 it starts with the bucket's name. */
  path?: string
  target?: string
  body?: string
}

export const askAws = async ({ service, method = 'POST', path = '/', target, body = '' }: Asked): Promise<string> => {
  const { url, init } = signedRequest(
    {
      ...{ service, method, target, body },
      url: String(new URL(path, `https://${service}.${region}.amazonaws.com`)),
      headers: target ? {} : { 'content-type': 'application/json' },
    },
    { region, accessKeyId: access.AWS_ACCESS_KEY_ID, secretAccessKey: access.AWS_SECRET_ACCESS_KEY, now: Date.now() },
  )
  const answer = await fetch(url, init)
  const told = await answer.text()
  if (!answer.ok) throw new Error(`${service} answered ${answer.status} to ${target ?? `${method} ${path}`}: ${told}`)
  return told
}

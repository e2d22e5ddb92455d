import { type AwsParts, askAws } from './ask-aws.ts'
import type { FetchSecret } from './secrets.ts'

/**
 * Fetches a secret. Throws if it is empty.
 * https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_GetSecretValue.html
 */
export const secretsManager =
  (parts: AwsParts): FetchSecret =>
  async (arn) => {
    const { settings } = parts
    const url =
      settings.get('AWS_ENDPOINT_URL_SECRETS_MANAGER') ??
      settings.get('AWS_ENDPOINT_URL') ??
      `https://secretsmanager.${settings.required('AWS_REGION')}.amazonaws.com`
    const body = JSON.stringify({ SecretId: arn })
    const asked = { method: 'POST', url, service: 'secretsmanager', target: 'secretsmanager.GetSecretValue' } as const
    const { status, text } = await askAws(parts, { ...asked, body })
    // Quotes only failed answers, because a successful answer contains the secret.
    if (status !== 200 && !text.includes('ResourceNotFoundException'))
      throw new Error(`Secrets Manager answered ${status}: ${text.slice(0, whyLengthMax)}`)
    const secret: unknown = status === 200 ? JSON.parse(text).SecretString : undefined
    if (typeof secret !== 'string') throw new Error(`The secret ${nameOf(arn)} is empty`)
    return secret
  }

const whyLengthMax = 300

const nameOf = (arn: string): string => arn.split(':').at(-1) ?? arn

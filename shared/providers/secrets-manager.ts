import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import type { FetchSecret } from './secrets.ts'

const client = new SecretsManagerClient()

/** From AWS Secrets Manager; a secret that was never filled in is an accident that says so. */
export const fetchSecret: FetchSecret = async (arn) => {
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: arn }))
  if (SecretString === undefined) throw new Error('The secret holds no text')
  return SecretString
}

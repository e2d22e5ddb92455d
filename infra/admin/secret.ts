import { GetSecretValueCommand, ResourceNotFoundException, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import type { FetchSecret } from '../../shared/providers/aws/secrets.ts'

export const fetchSecret: FetchSecret = async (arn) => {
  const empty = `The secret ${arn.split(':').at(-1)} is empty`
  try {
    const { SecretString } = await new SecretsManagerClient().send(new GetSecretValueCommand({ SecretId: arn }))
    if (SecretString === undefined) throw new Error(empty)
    return SecretString
  } catch (cause) {
    throw cause instanceof ResourceNotFoundException ? new Error(empty, { cause }) : cause
  }
}

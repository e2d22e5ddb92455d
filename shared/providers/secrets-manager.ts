import { GetSecretValueCommand, ResourceNotFoundException, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import type { FetchSecret } from './secrets.ts'

const client = new SecretsManagerClient()

/** From AWS Secrets Manager; a secret that was never filled in is an accident that says so. */
export const fetchSecret: FetchSecret = async (arn) => {
  const empty = `The secret ${nameOf(arn)} is empty`
  try {
    const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: arn }))
    if (SecretString === undefined) throw new Error(empty)
    return SecretString
  } catch (cause) {
    throw cause instanceof ResourceNotFoundException ? new Error(empty, { cause }) : cause
  }
}

/** `arn:…:secret:CarrierSecret-a1b2c3-D4e5F6` → `CarrierSecret-a1b2c3-D4e5F6`, which finds it in the console. */
const nameOf = (arn: string): string => arn.split(':').at(-1) ?? arn

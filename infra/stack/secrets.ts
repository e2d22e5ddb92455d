import { RemovalPolicy, Validations } from 'aws-cdk-lib'
import type { Key } from 'aws-cdk-lib/aws-kms'
import { CfnSecret } from 'aws-cdk-lib/aws-secretsmanager'
import type { Construct } from 'constructs'
import { carrierFields, webFields } from './carrier-secret.ts'
import type { StageName } from './stages.ts'

/** Creates the secret without a value, so that deployments never overwrite it. */
export const addCarrierSecret = (scope: Construct, stage: StageName, key?: Key): CfnSecret => {
  const secret = new CfnSecret(scope, 'CarrierSecret', {
    kmsKeyId: key?.keyArn,
    description: `The carrier account: ${namesOf(carrierFields)}; for web calls ${namesOf(webFields)}, too`,
  })
  secret.applyRemovalPolicy(stage === 'prod' ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY)
  Validations.of(secret).acknowledge({
    id: 'AwsSolutions-SMG4',
    reason: 'The carrier makes this secret and has no way to rotate it from here; a new one is picked up in minutes.',
  })
  return secret
}

const namesOf = (fields: readonly string[]): string => `{${fields.map((name) => `"${name}": "…"`).join(', ')}}`

/**
 * Creates the secret for API keys of model vendors. It starts as `{}`, because Bedrock needs no
 * key.
 */
export const addModelSecret = (scope: Construct, stage: StageName, key?: Key): CfnSecret => {
  const secret = new CfnSecret(scope, 'ModelSecret', {
    kmsKeyId: key?.keyArn,
    description:
      'Keys of model vendors, each where it is used: {"openai_api_key", "anthropic_api_key", "google_api_key"}; ' +
      'or {"base_url", "api_key", "name"} of one OpenAI-compatible endpoint that answers for every model; ' +
      'for multimodal assistants {"openai_api_key", "openai_project_id", "openai_webhook_secret"}; ' +
      'beside the key of OpenAI or of the endpoint, {"embedding_model"} finds documents by meaning, too',
    secretString: '{}',
  })
  secret.applyRemovalPolicy(stage === 'prod' ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY)
  Validations.of(secret).acknowledge({
    id: 'AwsSolutions-SMG4',
    reason: 'The vendors make these keys and have no way to rotate them from here; a new one is picked up in minutes.',
  })
  return secret
}

/**
 * Creates the secret that encrypts headers of tools and hashes numbers of erased people. If it is
 * lost, users must enter their headers again.
 */
export const addToolsSecret = (scope: Construct, stage: StageName, key?: Key): CfnSecret => {
  const secret = new CfnSecret(scope, 'ToolsSecret', {
    kmsKeyId: key?.keyArn,
    description:
      'Seals what the headers of tools hold, hashes opt-outs of erased people. Never change it: what it has sealed opens with it alone.',
    generateSecretString: {
      secretStringTemplate: '{}',
      generateStringKey: 'key',
      passwordLength: 48,
      excludePunctuation: true,
    },
  })
  secret.applyRemovalPolicy(stage === 'prod' ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY)
  Validations.of(secret).acknowledge({
    id: 'AwsSolutions-SMG4',
    reason: 'What it has sealed could not be opened with another one.',
  })
  return secret
}

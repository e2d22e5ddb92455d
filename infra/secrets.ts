import { RemovalPolicy, Validations } from 'aws-cdk-lib'
import { CfnSecret } from 'aws-cdk-lib/aws-secretsmanager'
import type { Construct } from 'constructs'
import type { StageName } from './stages.ts'

/** The account at the carrier. It comes to life empty, and no later deployment touches what a person has put into it. */
export const addCarrierSecret = (scope: Construct, stage: StageName): CfnSecret => {
  const secret = new CfnSecret(scope, 'CarrierSecret', {
    description: 'The carrier account: {"account_sid": "…", "auth_token": "…"}',
  })
  secret.applyRemovalPolicy(stage === 'prod' ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY)
  Validations.of(secret).acknowledge({
    id: 'AwsSolutions-SMG4',
    reason: 'The carrier makes this secret and has no way to rotate it from here; a new one is picked up in minutes.',
  })
  return secret
}

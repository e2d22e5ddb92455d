import { Stack } from 'aws-cdk-lib'
import type { IConstruct } from 'constructs'
import { models } from '../../shared/domain/reference/models.ts'

const profiles = models.filter(({ provider }) => provider === 'bedrock').map((model) => model.provider_model)
const behind = [...new Set(profiles.map((profile) => profile.slice(profile.indexOf('.') + 1)))]

export const modelArns = (scope: IConstruct): string[] => {
  const { partition, region, account } = Stack.of(scope)
  return [
    ...profiles.map((profile) => `arn:${partition}:bedrock:${region}:${account}:inference-profile/${profile}`),
    ...behind.map((model) => `arn:${partition}:bedrock:*::foundation-model/${model}`),
  ]
}

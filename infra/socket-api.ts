import { Stack, Validations } from 'aws-cdk-lib'
import { WebSocketApi, WebSocketRoute, WebSocketStage } from 'aws-cdk-lib/aws-apigatewayv2'
import { WebSocketLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations'
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import type { SocketOperation } from '../shared/operations/define.ts'
import { pascalCase } from './names.ts'

export interface SocketApi {
  api: WebSocketApi
  /** `wss://…`, stage included. */
  url: string
}

/** The door for the carrier's conversations. */
export const addSocketApi = (scope: Construct): SocketApi => {
  const api = new WebSocketApi(scope, 'SocketApi', { apiName: `${Stack.of(scope).stackName}-conversations` })
  const stage = new WebSocketStage(api, 'Stage', { webSocketApi: api, stageName: 'conversations', autoDeploy: true })
  Validations.of(stage).acknowledge({
    id: 'AwsSolutions-APIG1',
    reason: 'It would need a role for the whole AWS account, and every frame is logged by its function.',
  })
  return { api, url: stage.url }
}

/** Leads the frames of an operation to its function. */
export const addSocketRoute = (
  scope: Construct,
  { id, route: routeKey }: SocketOperation,
  lambda: LambdaFunction,
  { api }: SocketApi,
): void => {
  const route = new WebSocketRoute(scope, `${pascalCase(id)}Route`, {
    webSocketApi: api,
    routeKey,
    integration: new WebSocketLambdaIntegration('Integration', lambda),
  })
  Validations.of(route).acknowledge({
    id: 'AwsSolutions-APIG4',
    reason: "The function checks the carrier's signature when a conversation connects; later frames ride on that.",
  })
}

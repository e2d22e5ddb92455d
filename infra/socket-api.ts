import { Stack } from 'aws-cdk-lib'
import { WebSocketApi, WebSocketStage } from 'aws-cdk-lib/aws-apigatewayv2'
import { WebSocketLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations'
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import type { SocketOperation } from '../shared/operations/define.ts'

export interface SocketApi {
  api: WebSocketApi
  /** `wss://…`, stage included. */
  url: string
}

/** The door for the carrier's conversations. */
export const addSocketApi = (scope: Construct): SocketApi => {
  const api = new WebSocketApi(scope, 'SocketApi', { apiName: `${Stack.of(scope).stackName}-conversations` })
  const stage = new WebSocketStage(api, 'Stage', { webSocketApi: api, stageName: 'conversations', autoDeploy: true })
  return { api, url: stage.url }
}

/** Leads the frames of an operation to its function. */
export const addSocketRoute = ({ route }: SocketOperation, lambda: LambdaFunction, { api }: SocketApi): void => {
  api.addRoute(route, { integration: new WebSocketLambdaIntegration('Integration', lambda) })
}

import { Stack, Validations } from 'aws-cdk-lib'
import { CfnIntegration, CfnRoute, WebSocketApi, WebSocketStage } from 'aws-cdk-lib/aws-apigatewayv2'
import type { Construct } from 'constructs'
import type { SocketOperation } from '../../shared/operations/define.ts'
import type { Handler } from './invoker.ts'
import { pascalCase } from './names.ts'

export interface SocketApi {
  api: WebSocketApi
  /** URL that ends with the stage's name. */
  url: string
  connectionsArn: string
}

export const addSocketApi = (scope: Construct): SocketApi => {
  const api = new WebSocketApi(scope, 'SocketApi', { apiName: `${Stack.of(scope).stackName}-conversations` })
  const stage = new WebSocketStage(api, 'Stage', {
    webSocketApi: api,
    stageName: 'conversations',
    autoDeploy: true,
    // Messages per second; a conversation sends only a few.
    throttle: { rateLimit: 1000, burstLimit: 2000 },
  })
  const reason = 'It would need a role for the whole AWS account, and every frame is logged by its function.'
  Validations.of(stage).acknowledge(
    { id: 'AwsSolutions-APIG1', reason },
    { id: 'Serverless-APIGWAccessLogging', reason },
  )
  const connectionsArn = Stack.of(scope).formatArn({
    service: 'execute-api',
    resource: api.apiId,
    resourceName: `${stage.stageName}/*/@connections/*`,
  })
  return { api, url: stage.url, connectionsArn }
}

export const addSocketRoute = (
  scope: Construct,
  { id, route: routeKey }: SocketOperation,
  { api }: SocketApi,
  { lambda, invoker }: Handler,
): void => {
  const place = `${pascalCase(id)}Route`
  const { partition, region } = Stack.of(scope)
  const integration = new CfnIntegration(scope, `${place}Integration`, {
    apiId: api.apiId,
    integrationType: 'AWS_PROXY',
    integrationUri: `arn:${partition}:apigateway:${region}:lambda:path/2015-03-31/functions/${lambda.functionArn}/invocations`,
    credentialsArn: invoker.roleArn,
  })
  const target = `integrations/${integration.ref}`
  const route = new CfnRoute(scope, place, { apiId: api.apiId, routeKey, target, authorizationType: 'NONE' })
  Validations.of(route).acknowledge({
    id: 'AwsSolutions-APIG4',
    reason: "The function checks the carrier's signature when a conversation connects; later frames ride on that.",
  })
}

import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib'
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway'
import {
  HttpApi,
  HttpMethod,
  HttpRoute,
  HttpRouteKey,
  HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2'
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations'
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import type { Topic } from 'aws-cdk-lib/aws-sns'
import type { Construct } from 'constructs'
import type { CallbackOperation, HttpOperation } from '../shared/operations/define.ts'
import { addAlarm } from './alarms.ts'
import { logRetention } from './function.ts'
import { pascalCase } from './names.ts'

/** The stage is the first part of every path: clients call `…/api/user/calls`. */
export const apiStage = 'api'

/** Well inside the 1,000 concurrent functions that a new AWS account may run. */
const throttle = { rateLimit: 200, burstLimit: 400 }

/** What a line of the access log says. No path and no address: they may name people. */
const accessLine = {
  request_id: '$context.requestId',
  time: '$context.requestTime',
  route: '$context.routeKey',
  status: '$context.status',
  latency_ms: '$context.responseLatency',
  bytes: '$context.responseLength',
  cause: '$context.integrationErrorMessage',
}

/** The door for requests and for the carrier's callbacks. */
export const addHttpApi = (scope: Construct, alarms: Topic): HttpApi => {
  const { stackName } = Stack.of(scope)
  const httpApi = new HttpApi(scope, 'HttpApi', { apiName: stackName, createDefaultStage: false })
  const logGroup = new LogGroup(httpApi, 'Log', {
    // Under this prefix the log does not count against the account's limit on resource policies.
    logGroupName: `/aws/vendedlogs/${stackName}-requests`,
    retention: logRetention,
    removalPolicy: RemovalPolicy.DESTROY,
  })
  const stage = new HttpStage(httpApi, 'Stage', {
    httpApi,
    stageName: apiStage,
    autoDeploy: true,
    throttle,
    accessLogSettings: {
      destination: new LogGroupLogDestination(logGroup),
      format: AccessLogFormat.custom(JSON.stringify(accessLine)),
    },
  })
  addAlarm(httpApi, 'Alarm', {
    metric: stage.metricServerError({ period: Duration.minutes(5), statistic: 'sum' }),
    text: 'Requests or callbacks were answered with 5xx: the functions log why, as "accident"',
    topic: alarms,
  })
  return httpApi
}

/** Leads the requests of an operation to its function. */
export const addRoute = (
  scope: Construct,
  { id, kind, method, path }: HttpOperation | CallbackOperation,
  lambda: LambdaFunction,
  httpApi: HttpApi,
): void => {
  const route = new HttpRoute(scope, `${pascalCase(id)}Route`, {
    httpApi,
    routeKey: HttpRouteKey.with(path, HttpMethod[method]),
    integration: new HttpLambdaIntegration('Integration', lambda),
  })
  Validations.of(route).acknowledge({
    id: 'AwsSolutions-APIG4',
    reason:
      kind === 'http' ? 'The function looks its token up itself.' : "The function checks the carrier's signature.",
  })
}

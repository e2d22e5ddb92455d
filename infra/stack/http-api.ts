import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib'
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway'
import {
  ApiMapping,
  CfnIntegration,
  CfnRoute,
  CfnStage,
  DomainName,
  HttpApi,
  HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2'
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager'
import type { Key } from 'aws-cdk-lib/aws-kms'
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { Topic } from 'aws-cdk-lib/aws-sns'
import type { Construct } from 'constructs'
import { publicRoutesOf, type RoutedOperation } from '../../shared/operations/define.ts'
import { addAlarm } from './alarms.ts'
import type { Domain } from './context.ts'
import type { Handler } from './invoker.ts'
import { pascalCase } from './names.ts'

/** Requests per second and route, chosen for a new account's 1,000 concurrent functions. */
const throttles: Record<RoutedOperation['kind'], { throttlingRateLimit: number; throttlingBurstLimit: number }> = {
  callback: { throttlingRateLimit: 500, throttlingBurstLimit: 1000 },
  notice: { throttlingRateLimit: 100, throttlingBurstLimit: 200 },
  http: { throttlingRateLimit: 200, throttlingBurstLimit: 400 },
  mcp: { throttlingRateLimit: 50, throttlingBurstLimit: 100 },
  asset: { throttlingRateLimit: 20, throttlingBurstLimit: 40 },
  publication: { throttlingRateLimit: 20, throttlingBurstLimit: 40 },
  visit: { throttlingRateLimit: 50, throttlingBurstLimit: 100 },
}

/**
 * Fields of the access log. Paths and IP addresses are left out, because they may identify people.
 */
const accessLine = {
  request_id: '$context.requestId',
  time: '$context.requestTime',
  route: '$context.routeKey',
  status: '$context.status',
  latency_ms: '$context.responseLatency',
  bytes: '$context.responseLength',
  cause: '$context.integrationErrorMessage',
}

export interface HttpEntryPoint {
  api: HttpApi
  stage: HttpStage
  origin: string
  dnsTarget?: string
}

interface EntryPointOptions {
  alarms: Topic | undefined
  logRetention: RetentionDays
  key?: Key
  domain?: Domain
}

export const addHttpApi = (
  scope: Construct,
  { alarms, logRetention, key, domain }: EntryPointOptions,
): HttpEntryPoint => {
  const { stackName } = Stack.of(scope)
  const api = new HttpApi(scope, 'HttpApi', {
    apiName: stackName,
    createDefaultStage: false,
    // Disables the default URL, so that clients cannot bypass the domain.
    disableExecuteApiEndpoint: domain !== undefined,
  })
  const logGroup = new LogGroup(api, 'Log', {
    // Logs with this prefix do not count against the size limit of CloudWatch's resource policies.
    logGroupName: `/aws/vendedlogs/${stackName}-requests`,
    retention: logRetention,
    encryptionKey: key,
    removalPolicy: RemovalPolicy.DESTROY,
  })
  const stage = new HttpStage(api, 'Stage', {
    httpApi: api,
    // The default stage adds nothing to the path.
    stageName: '$default',
    autoDeploy: true,
    throttle: { rateLimit: throttles.http.throttlingRateLimit, burstLimit: throttles.http.throttlingBurstLimit },
    accessLogSettings: {
      destination: new LogGroupLogDestination(logGroup),
      format: AccessLogFormat.custom(JSON.stringify(accessLine)),
    },
  })
  addAlarm(api, 'Alarm', {
    kind: 'requests-fail',
    metric: stage.metricServerError({ period: Duration.minutes(5), statistic: 'sum' }),
    text: 'Users’ requests or the carrier’s reports were answered with 5xx',
    topic: alarms,
  })
  if (!domain) return { api, stage, origin: api.apiEndpoint }

  const domainName = new DomainName(scope, 'Domain', {
    domainName: domain.name,
    certificate: Certificate.fromCertificateArn(scope, 'Certificate', domain.certificateArn),
  })
  new ApiMapping(scope, 'DomainMapping', { api, domainName, stage })
  return { api, stage, origin: `https://${domain.name}`, dnsTarget: domainName.regionalDomainName }
}

export const addRoute = (
  scope: Construct,
  operation: RoutedOperation,
  { api, stage }: HttpEntryPoint,
  { lambda, invoker }: Handler,
): void => {
  const integration = new CfnIntegration(scope, `${pascalCase(operation.id)}RouteIntegration`, {
    apiId: api.apiId,
    integrationType: 'AWS_PROXY',
    integrationUri: lambda.functionArn,
    credentialsArn: invoker.roleArn,
    payloadFormatVersion: '2.0',
  })
  const target = `integrations/${integration.ref}`
  const settings = cfnStageOf(stage)
  for (const { name, method, path } of publicRoutesOf(operation)) {
    const routeKey = `${method} ${path}`
    const place = `${pascalCase(name)}Route`
    const route = new CfnRoute(scope, place, { apiId: api.apiId, routeKey, target, authorizationType: 'NONE' })
    Validations.of(route).acknowledge({ id: 'AwsSolutions-APIG4', reason: whyNoAuthorizer[operation.kind] })
    settings.addResourceDependency(route)
    settings.addPropertyOverride(`RouteSettings.${routeKey.replaceAll('.', '\\.')}`, {
      ThrottlingRateLimit: throttles[operation.kind].throttlingRateLimit,
      ThrottlingBurstLimit: throttles[operation.kind].throttlingBurstLimit,
    })
  }
}

const cfnStageOf = (stage: HttpStage): CfnStage => {
  const { defaultChild } = stage.node
  if (defaultChild instanceof CfnStage) return defaultChild
  throw new Error('The stage is not made of one')
}

const whyNoAuthorizer = {
  http: 'The function looks its token up itself.',
  mcp: 'The function looks its token up itself.',
  asset: 'It is open to all.',
  publication: 'It is open to all.',
  visit: 'It is open to visitors of web pages. The function limits what an address may do.',
  callback: "The function checks the carrier's signature.",
  notice: "The function checks the vendor's signature.",
}

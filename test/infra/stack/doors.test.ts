import { expect, test } from 'vitest'
import { areaPlace, pascalCase } from '../../../infra/stack/names.ts'
import { publicRoutesOf, socket } from '../../../shared/operations/define.ts'
import { operations, routedOperations, socketOperations } from '../../../shared/operations/index.ts'
import { inProve } from '../../in-prove.ts'
import { synthesise } from '../synthesis.ts'
import { allowedBy, arn, functionOf, ofType, propertiesOf, ref, resources, templates } from './stages.ts'

const hearFrame = socket({
  id: 'hear-frame',
  area: 'conversations',
  route: '$default',
  uses: ['calls.find', 'callbacks.write'],
})

const routes = routedOperations.flatMap((operation) =>
  publicRoutesOf(operation).map((route) => ({ ...route, id: operation.id, operation })),
)

test.each(routes)('$method $path leads to $id', ({ name, method, path, operation }) => {
  const place = pascalCase(operation.id)
  const invoker = `${pascalCase(operation.area)}ApiRole`
  expect(propertiesOf(`${pascalCase(name)}Route`)).toMatchObject({
    RouteKey: `${method} ${path}`,
    Target: { 'Fn::Join': ['', ['integrations/', ref(`${place}RouteIntegration`)]] },
  })
  expect(propertiesOf(`${place}RouteIntegration`)).toMatchObject({
    IntegrationUri: arn(functionOf(operation)),
    PayloadFormatVersion: '2.0',
    CredentialsArn: arn(invoker),
  })
  expect(allowedBy(invoker)).toContainEqual(`lambda:InvokeFunction ${JSON.stringify(arn(functionOf(operation)))}`)
  const { RouteSettings } = propertiesOf('HttpApiStage') as { RouteSettings: Record<string, object> }
  expect(RouteSettings[`${method} ${path}`]).toHaveProperty('ThrottlingRateLimit')
})

test('no route leads to anything else', () => {
  expect(ofType('AWS::ApiGatewayV2::Route')).toHaveLength(routes.length + socketOperations.length)
})

test('the API has one stage, throttled, with an access log that names nobody', () => {
  const { AccessLogSettings, ...stage } = propertiesOf('HttpApiStage')
  expect(stage).toMatchObject({
    StageName: '$default',
    AutoDeploy: true,
    DefaultRouteSettings: { ThrottlingRateLimit: 200, ThrottlingBurstLimit: 400 },
  })
  const { Format } = AccessLogSettings as { Format: string }
  expect(Format).not.toMatch(/\$context\.(path|identity|authorizer)/)
})

test('the stage of the API waits for the routes whose throttles it names', () => {
  const leading = [...new Set(routes.map(({ operation }) => areaPlace(operation.area)))]
  expect(templates.dev.templates.get('')?.Resources.HttpApiStage).toHaveProperty('DependsOn', leading.toSorted())
})

test.each([
  ['dev', 14],
  ['prod', 90],
] as const)('%s keeps every log for %i days, and both routes are throttled', (stage, days) => {
  const template = templates[stage]
  const logs = Object.values(template.Resources).filter(({ Type }) => Type === 'AWS::Logs::LogGroup')
  expect(logs.map(({ Properties }) => Properties.RetentionInDays)).toEqual([days, days])
  for (const route of ['HttpApiStage', 'SocketApiStage'])
    expect(template.Resources[route]?.Properties.DefaultRouteSettings).toMatchObject({
      ThrottlingRateLimit: expect.any(Number),
      ThrottlingBurstLimit: expect.any(Number),
    })
})

inProve('a socket operation brings a WebSocket API, and its address to whom it concerns', async () => {
  const { Resources } = await synthesise('dev', [...operations, hearFrame])
  expect(Resources.HearFrameRoute?.Properties).toMatchObject({ ApiId: ref('SocketApi'), RouteKey: '$default' })
  expect(Resources.HearFrameFunction?.Properties.Environment).toMatchObject({
    Variables: { SOCKET_URL: { 'Fn::Join': ['', ['wss://', ref('SocketApi'), ...Array(5).fill(expect.anything())]] } },
  })
  if (socketOperations.length === 0) expect(resources).not.toHaveProperty('SocketApi')
})

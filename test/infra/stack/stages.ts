import { pascalCase } from '../../../infra/stack/names.ts'
import type { StageName } from '../../../infra/stack/stages.ts'
import type { Operation } from '../../../shared/operations/define.ts'
import { operations } from '../../../shared/operations/index.ts'
import { type Synthesised, synthesise } from '../synthesis.ts'

interface Statement {
  Action: string | string[]
  Resource: unknown
}

const watched = { alarmEmail: 'ops@example.com' }
export const templates: Record<StageName, Synthesised> = {
  dev: await synthesise('dev', operations, watched),
  prod: await synthesise('prod', operations, watched),
}
export const chosen = await synthesise('prod', operations, {
  domain: { name: 'api.example.com', certificateArn: 'arn:aws:acm:eu-central-1:123456789012:certificate/abc' },
  rateLimitPerMinute: 60,
  overdraft: '10.00',
  liveCallsPerUser: 20,
  callCountries: ['DE', 'US'],
  chargedPerHourAlarm: 50,
  callingRules: 'enforce',
  callingRulesFloor: 'enforce',
  requireConsentFloor: 'express',
  staleCallMinutes: 30,
  evidenceYears: 10,
  reservedConcurrency: 300,
  ...watched,
})
export const { Resources: resources, Outputs: outputs } = templates.dev

export const ref = (id: string) => ({ Ref: id })
export const arn = (id: string) => ({ 'Fn::GetAtt': [id, 'Arn'] })
export const publicUrl = { 'Fn::GetAtt': ['HttpApi', 'ApiEndpoint'] }
export const functionOf = ({ id }: Operation) => `${pascalCase(id)}Function`
export const propertiesOf = (id: string) => resources[id]?.Properties ?? {}
export const ofType = (type: string) => Object.values(resources).filter(({ Type }) => Type === type)

export const allowedBy = (role: string): string[] =>
  [propertiesOf(role).Policies]
    .flat()
    .flatMap((policy) => (policy as { PolicyDocument: { Statement: Statement[] } }).PolicyDocument.Statement)
    .flatMap(({ Action, Resource }) => lines([Action].flat(), [Resource].flat()))
    .sort()

export const joined = (...parts: unknown[]) => ({ 'Fn::Join': ['', ['arn:', ref('AWS::Partition'), ...parts]] })

export const lines = (actions: string[], on: unknown[]): string[] =>
  on.flatMap((resource) => actions.map((action) => `${action} ${JSON.stringify(resource)}`))

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { readChoices } from '../../../infra/stack/context.ts'
import { pascalCase } from '../../../infra/stack/names.ts'
import { reservationsOf } from '../../../infra/stack/reservations.ts'
import { callbackOperations, operations, socketOperations, workerOperations } from '../../../shared/operations/index.ts'
import type { Synthesised } from '../synthesis.ts'
import { arn, chosen, functionOf, outputs, publicUrl, ref, resources, templates } from './stages.ts'

test('the outputs tell where everything is, and what to do next', () => {
  const address = (path: string) => ({ 'Fn::Join': ['', [publicUrl, `/api${path}`]] })
  expect(Object.fromEntries(Object.entries(outputs).map(([name, { Value }]) => [name, Value]))).toMatchObject({
    BaseUrl: address(''),
    ...(socketOperations.length > 0 && { SocketUrl: expect.anything() }),
    CallbackBase: address('/carrier'),
    VoiceUrl: address('/carrier/incoming-call'),
    WebVoiceUrl: address('/carrier/web-call'),
    VoiceStatusUrl: address('/carrier/incoming-status'),
    MessageUrl: address('/carrier/incoming-message'),
    RealtimeUrl: address('/realtime/incoming-call'),
    CarrierSecretName: ref('CarrierSecret'),
    ModelSecretName: ref('ModelSecret'),
    TableName: ref('Table'),
    Prices: 'example',
    RecordingsBucketName: ref('Recordings'),
    HeadsBucketName: ref('Heads'),
    AlarmTopic: ref('Alarms'),
    DashboardUrl: { 'Fn::Join': ['', expect.arrayContaining([expect.stringContaining('parlance-dev')])] },
    FirstUser: 'npm run -s admin -- user create --name NAME --email EMAIL --stack parlance-dev',
    Doctor: 'npm run -s admin -- doctor --stack parlance-dev',
  })
  const paths: string[] = callbackOperations.map(({ path }) => path)
  for (const url of ['/carrier/incoming-call', '/carrier/incoming-status', '/carrier/incoming-message'])
    expect(paths).toContain(url)
  expect(paths.filter((path) => !path.startsWith('/carrier/'))).toEqual([])
})

test('dev may be thrown away, prod may not', () => {
  expect(resources.Table).toMatchObject({ DeletionPolicy: 'Delete' })
  expect(resources.Recordings).toMatchObject({ DeletionPolicy: 'Delete' })
  const prod = templates.prod.Resources
  expect([templates.dev.isProtected, templates.prod.isProtected]).toEqual([false, true])
  for (const id of ['Table', 'Recordings', 'Heads', 'CarrierSecret', 'ModelSecret', 'Key', 'EvidenceKey'])
    expect(prod[id]).toMatchObject({ DeletionPolicy: 'Retain' })
  expect(prod.Table?.Properties).toMatchObject({
    SSESpecification: { SSEEnabled: true, SSEType: 'KMS' },
    Replicas: [
      {
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 35 },
        SSESpecification: { KMSMasterKeyId: arn('Key') },
      },
    ],
  })
  expect(prod.Recordings?.Properties.BucketEncryption).toMatchObject({
    ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { KMSMasterKeyID: arn('Key') } }],
  })
  for (const id of ['Log', 'HttpApiLog']) expect(prod[id]?.Properties, id).toMatchObject({ KmsKeyId: arn('Key') })
  expect(JSON.stringify(prod.Key?.Properties.KeyPolicy)).toContain('kms:EncryptionContext:aws:logs:arn')
  const ids = (all: Synthesised['Resources']) =>
    Object.keys(all).filter((id) => !/AllowEventRule|^Custom|AutoDelete|^(Evidence)?Key$/.test(id))
  expect(ids(prod).toSorted()).toEqual(ids(resources).toSorted())
})

test('a domain of the team’s own is the address that everybody is told', () => {
  const template = chosen
  expect(template.Outputs.BaseUrl?.Value).toBe('https://api.example.com/api')
  expect(template.Outputs.DomainTarget?.Value).toEqual({ 'Fn::GetAtt': ['Domain', 'RegionalDomainName'] })
  expect(template.Resources.HttpApi?.Properties.DisableExecuteApiEndpoint).toBe(true)
  expect(resources.HttpApi?.Properties.DisableExecuteApiEndpoint).toBe(false)
  expect(template.Resources.MakeCallFunction?.Properties.Environment).toMatchObject({
    Variables: { RATE_LIMIT_PER_MINUTE: '60' },
  })
})

test('only functions of money and countries get spending limits', () => {
  const template = chosen
  const limits = { OVERDRAFT: '10.00', LIVE_CALLS_PER_USER: '20' }
  const environmentOf = (name: string) => template.Resources[`${name}Function`]?.Properties.Environment
  expect(environmentOf('PlaceCall')).toMatchObject({ Variables: { ...limits, CALL_COUNTRIES: 'DE,US' } })
  expect(environmentOf('AdvanceCall')).toMatchObject({ Variables: limits })
  expect(environmentOf('ListCalls')).not.toMatchObject({ Variables: { OVERDRAFT: '10.00' } })
  expect(template.Outputs.CallCountries?.Value).toBe('DE,US')
  expect(template.Resources.MuchChargedAlarm?.Properties).toMatchObject({ Threshold: 50, Period: 3600 })
})

test('only functions of calls, campaigns and the doctor get calling rules', () => {
  const template = chosen
  const named = Object.keys(template.Resources).filter((name) =>
    JSON.stringify(template.Resources[name]?.Properties).includes('"CALLING_RULES":"enforce"'),
  )
  expect(named.toSorted()).toEqual(['CreateCampaignFunction', 'MakeCallFunction', 'PlaceCallFunction'])
  expect(template.Outputs).toHaveProperty('CallingRules')
})

test('gives the floor of protection to every function that reads campaigns', () => {
  const template = chosen
  const floor = { CALLING_RULES_FLOOR: 'enforce', REQUIRE_CONSENT_FLOOR: 'express' }
  for (const name of ['CreateCampaign', 'UpdateCampaign', 'DispatchCampaign', 'PlaceCall', 'MakeCall', 'ListCampaigns'])
    expect(template.Resources[`${name}Function`]?.Properties.Environment).toMatchObject({ Variables: floor })
  expect(template.Outputs).toHaveProperty('CallingRulesFloor')
  expect(template.Outputs).toHaveProperty('RequireConsentFloor')
})

test('reserves functions only when the deployer asks for it', () => {
  const reserved = reservationsOf(operations, 300)
  for (const operation of operations) {
    const id = functionOf(operation)
    expect(chosen.Resources[id]?.Properties.ReservedConcurrentExecutions, id).toBe(reserved.get(operation.id))
    for (const { Resources } of Object.values(templates))
      expect(Resources[id]?.Properties, id).not.toHaveProperty('ReservedConcurrentExecutions')
  }
  expect(chosen.Outputs.ReservedConcurrency?.Value).toBe('300')
})

test('asks a queue for no more workers than are reserved', () => {
  const reserved = reservationsOf(operations, 300)
  for (const { id, concurrencyMax } of workerOperations) {
    const source = chosen.Resources[`${pascalCase(id)}EventSource`]
    expect(source?.Properties.ScalingConfig, id).toEqual({ MaximumConcurrency: reserved.get(id) ?? concurrencyMax })
  }
})

test('only functions that read the stop get the longest wait', () => {
  const template = chosen
  const named = Object.keys(template.Resources).filter((name) =>
    JSON.stringify(template.Resources[name]?.Properties).includes('"STALE_CALL_MINUTES":"30"'),
  )
  const dialling = ['AdvanceCall', 'AnswerCall', 'DispatchCampaign', 'PlaceCall', 'ReceiveSessionEnd', 'TransferCall']
  const others = ['CarryOutWish', 'RedriveDue', 'SendSms', 'SettleSms', 'VerifyCallerId']
  expect(named.toSorted()).toEqual([...dialling, ...others].map((name) => `${name}Function`).toSorted())
  expect(template.Outputs).not.toHaveProperty('Dialling')
})

test.each([
  [{ stage: 'moon' }, 'There is no stage moon: choose with -c stage=dev or -c stage=prod.'],
  [{ domain: 'https://x' }, 'domain cannot be https://x: write a host name such as -c domain=api.example.com.'],
  [
    { domain: 'api.example.com' },
    'A domain needs its certificate: give both, -c domain=api.example.com -c certificate=arn:aws:acm:….',
  ],
  [{ certificate: 'abc' }, 'certificate cannot be abc: write the ARN of a certificate in this region.'],
  [
    { rateLimitPerMinute: '0' },
    'rateLimitPerMinute cannot be 0: write a whole number such as -c rateLimitPerMinute=600.',
  ],
  [
    { reservedConcurrency: '50' },
    'reservedConcurrency cannot be 50: write a number from 220 to 100000. Lambda keeps 100 functions',
  ],
  [
    { reservedConcurrency: 'half' },
    'reservedConcurrency cannot be half: write a whole number from 220 such as -c reservedConcurrency=500.',
  ],
  [{ overdraft: '-5' }, 'overdraft cannot be -5: write an amount such as -c overdraft=10.00.'],
  [{ liveCallsPerUser: '0' }, 'liveCallsPerUser cannot be 0: write a whole number up to 9999 such as'],
  [
    { callingRules: 'strict' },
    'callingRules cannot be strict: write off, observe or enforce, such as -c callingRules=',
  ],
  [
    { callingRulesFloor: 'strict' },
    'callingRulesFloor cannot be strict: write off, observe or enforce, such as -c callingRulesFloor=observe.',
  ],
  [
    { callingRules: 'off', callingRulesFloor: 'observe' },
    'callingRules cannot be off: callingRulesFloor is observe. Choose one that is as strict.',
  ],
  [
    { requireConsentFloor: 'written' },
    'requireConsentFloor cannot be written: write none, express or express_written, such as',
  ],
  [{ staleCallMinutes: '0' }, 'staleCallMinutes cannot be 0: write a whole number up to 9999 such as'],
  [{ callCountries: 'de' }, 'callCountries cannot be de: write codes of countries such as -c callCountries=DE,US.'],
  [{ callCountries: 'DE,XX' }, 'callCountries cannot hold XX: there is no country of that code.'],
  [{ chargedPerHourAlarm: 'much' }, 'chargedPerHourAlarm cannot be much: write an amount such as'],
  [{ alarmEmail: 'me' }, 'alarmEmail cannot be me: write an address such as -c alarmEmail=ops@example.com.'],
])('the context %j is refused in one sentence', (context: Record<string, string>, sentence) => {
  expect(() => readChoices((name) => context[name])).toThrow(sentence)
})

test('a refused context ends the synthesis with that sentence alone', async () => {
  const CDK_CONTEXT_JSON = JSON.stringify({ stage: 'moon' })
  const run = promisify(execFile)(process.execPath, ['infra/stack/app.ts'], {
    env: { ...process.env, CDK_CONTEXT_JSON },
  })
  await expect(run).rejects.toMatchObject({
    code: 1,
    stderr: 'There is no stage moon: choose with -c stage=dev or -c stage=prod.\n',
  })
})

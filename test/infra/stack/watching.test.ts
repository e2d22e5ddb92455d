import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { alarmKinds } from '../../../infra/stack/alarms.ts'
import { pascalCase } from '../../../infra/stack/names.ts'
import { operations, workerOperations } from '../../../shared/operations/index.ts'
import { metricUnits } from '../../../shared/runtime/metrics.ts'
import { synthesise } from '../synthesis.ts'
import { ofType, ref } from './stages.ts'

/** Runbook pages to which no alarm refers. */
const situations = ['carrier-down', 'region-down', 'secret-leaked', 'table-lost']

test('a dev stage without recipients has no alarms or dashboard', async () => {
  const { Resources, Outputs } = await synthesise('dev', operations)
  const kinds = new Set(Object.values(Resources).map(({ Type }) => Type))
  for (const kind of ['AWS::CloudWatch::Alarm', 'AWS::CloudWatch::Dashboard', 'AWS::SNS::Topic'])
    expect(kinds.has(kind)).toBe(false)
  expect(Outputs).not.toHaveProperty('DashboardUrl')
  expect(Outputs).not.toHaveProperty('AlarmTopic')
})

test('every alarm has a recipient, a harm and a runbook page', async () => {
  const alarms = ofType('AWS::CloudWatch::Alarm').map(({ Properties }) => Properties)
  for (const { AlarmActions, AlarmDescription } of alarms) {
    expect(AlarmActions).toEqual([ref('Alarms')])
    expect(AlarmDescription).toMatch(/\w+ .*\. What to do: docs\/runbook\/[a-z-]+\.md$/)
  }
  const named = alarms.map(({ AlarmDescription }) => /([a-z-]+)\.md$/.exec(String(AlarmDescription))?.[1])
  expect([...new Set(named)].toSorted()).toEqual([...alarmKinds].toSorted())
  const pages = [...alarmKinds, ...situations].map((name) => `${name}.md`)
  expect((await readdir('docs/runbook')).toSorted()).toEqual(pages.toSorted())
})

test('one dashboard shows every operation and every queue', () => {
  const [dashboard] = ofType('AWS::CloudWatch::Dashboard')
  const body = JSON.stringify(dashboard?.Properties.DashboardBody)
  for (const { id } of operations.filter(({ kind }) => kind !== 'asset')) expect(body).toContain(`parlance-dev-${id}`)
  for (const { queue } of workerOperations) expect(body).toContain(`"${pascalCase(queue)}"`)
  for (const metric of Object.keys(metricUnits)) expect(body).toContain(`\\"${metric}\\"`)
})

import { type App, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag'
import { test } from 'vitest'
import { stageNames } from '../../../infra/stack/stages.ts'
import { operations } from '../../../shared/operations/index.ts'
import { synthesise } from '../synthesis.ts'

test.each(stageNames)('AWS Solutions and Serverless checks find nothing unexplained in %s', async (stage) => {
  const checking = (app: App) => Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app))
  await synthesise(stage, operations, { alarmEmail: 'ops@example.com' }, checking)
})

import { fileURLToPath } from 'node:url'
import { App } from 'aws-cdk-lib'
import { addParlance } from './stack.ts'
import { readStage, stageNames } from './stages.ts'

const app = new App()
const asked: unknown = app.node.tryGetContext('stage')
const stage = readStage(asked)
if (!stage) {
  console.error(`There is no stage ${asked}: choose with -c stage=${stageNames.join(' or -c stage=')}.`)
  process.exit(1)
}
addParlance(app, { stage, bundles: fileURLToPath(new URL('../dist', import.meta.url)) })
app.synth()

import { fileURLToPath } from 'node:url'
import { App } from 'aws-cdk-lib'
import { readChoices } from './context.ts'
import { addParlance } from './stack.ts'

const app = new App()
try {
  const choices = readChoices((name) => app.node.tryGetContext(name))
  addParlance(app, { ...choices, bundles: fileURLToPath(new URL('../../dist', import.meta.url)) })
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : cause)
  process.exit(1)
}
app.synth()

import { availableParallelism, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { startDynamoDb } from '../../infra/local/dynamodb.ts'
import { analytics } from './analytics.ts'
import { bundles } from './bundles.ts'
import { callingRules } from './calling-rules.ts'
import { compaction } from './compaction.ts'
import { conversation } from './conversation.ts'
import { cost } from './cost.ts'
import { dialler } from './dialler.ts'
import { history } from './history.ts'
import { hot } from './hot.ts'
import { imports } from './imports.ts'
import { leadFiles } from './lead-files.ts'
import { lifeOfACall } from './life-of-a-call.ts'
import { lists } from './lists.ts'
import { load } from './load.ts'
import { overBudget, tableOf } from './measure.ts'
import { optOuts } from './opt-outs.ts'
import { preview } from './preview.ts'
import { replays } from './replay.ts'
import { requests } from './requests.ts'
import { sms } from './sms.ts'
import { suite } from './suite.ts'
import { suppression } from './suppression.ts'
import { talk } from './talk.ts'
import { toolTurns } from './tool-turns.ts'
import { tools } from './tools.ts'
import { webhooks } from './webhooks.ts'

/**
 * `npm run bench` prints measured figures with their budgets; `npm run bench call requests`
 * measures only the topics `call` and `requests`.
 */
const records = [history, compaction, imports, leadFiles]
const measures = [
  requests,
  lists,
  lifeOfACall,
  conversation,
  toolTurns,
  tools,
  dialler,
  sms,
  webhooks,
  hot,
  callingRules,
  suppression,
  talk,
  optOuts,
  replays,
  preview,
  analytics,
  ...records,
  cost,
  load,
  bundles,
  suite,
]

const text = { type: 'string' } as const
const options = {
  ...{ rows: text, calls: text, minutes: text, concurrency: text, warm: text, share: text, seed: text },
  keep: { type: 'boolean' },
} as const
const { values, positionals: topics } = parseArgs({ options, allowPositionals: true })
const { seed, keep, ...counts } = values
const numbers = Object.fromEntries(Object.entries(counts).map(([name, value]) => [name, Number(value)]))
const unknown = topics.filter((topic) => !measures.some((measure) => measure.topic === topic))
if (unknown.length) {
  console.error(`There is no topic ${unknown.join(', ')}; there are ${measures.map(({ topic }) => topic).join(', ')}.`)
  process.exit(1)
}

const engine = await startDynamoDb()
let over = 0
for (const measure of measures) {
  if (topics.length ? !topics.includes(measure.topic) : measure.isOnlyOnDemand) continue
  console.log(`\n${measure.title}\n`)
  try {
    const rows = await measure.run({ dynamodb: engine.endpoint, ...numbers, ...(seed !== undefined && { seed }), keep })
    console.log(tableOf(rows))
    over += overBudget(rows)
  } catch (cause) {
    console.log(`Not measured: ${cause instanceof Error ? cause.message : cause}`)
  }
}
await engine.close()
const [busy = 0] = loadavg()
if (busy > availableParallelism())
  console.log(`\nThe machine is busy (load ${busy.toFixed(1)}): its milliseconds say little.`)
console.log(over ? `\n${over} figures are over their budget (!).` : '\nEvery figure is within its budget.')

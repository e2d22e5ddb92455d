import { workerOperations } from '../../shared/operations/index.ts'
import { stageNames } from '../stack/stages.ts'
import { concurrencyMaxIn } from '../stack/workers.ts'
import {
  assumed,
  beyondFree,
  costsOf,
  costsOfOthers,
  type Quantities,
  quantitiesOf,
  quantitiesOfHour,
  type Resources,
  withoutLimits,
} from './month.ts'
import { costOf, othersPerMinute, prices } from './prices.ts'
import type { CostUnits, LoadUnits } from './units.ts'

const months = [
  { title: 'idle', callMinutes: 0 },
  { title: '1,000 call-minutes', callMinutes: 1_000 },
  { title: '1,000,000 call-minutes', callMinutes: 1_000_000 },
]

export const costPage = (resources: Resources, inDev: Resources, units: CostUnits, loads: LoadUnits): string => {
  const quantities = months.map(({ callMinutes }) => quantitiesOf(resources, units, callMinutes))
  const costs = quantities.map(costsOf)
  const inDevIdle = quantitiesOf(inDev, units, 0)
  const others = months.map(({ callMinutes }) => costsOfOthers(callMinutes))
  const sums = costs.map((lines) => lines.reduce((sum, { usd }) => sum + usd, 0))
  const titles = months.map(({ title }) => title)
  const largest = (month: number) =>
    (costs[month] ?? [])
      .toSorted((one, other) => other.usd - one.usd)
      .slice(0, 3)
      .map(({ priced, usd }) => `${prices[priced].name} (${dollars(usd)})`)
      .join(', ')

  const awsRows = Object.values(prices).map(({ name }, index) => [
    name,
    ...costs.map((lines) => dollars(lines[index]?.usd ?? 0)),
  ])
  const otherRows = Object.values(othersPerMinute).map(({ name }, index) => [
    name,
    ...others.map((lines) => dollars(lines[index]?.usd ?? 0)),
  ])
  const priceRows = Object.values(prices).map(({ name, unit, usd, per, known }) => [
    name,
    per === 1 ? unit : `${per.toLocaleString('en-US')} ${unit}s`,
    `$${usd}`,
    known,
  ])
  const { minutesPerCall, turnsPerMinute, requestsPerCall, monthsKept } = assumed

  return `# What it costs

\`npm run cost\` writes this page: from the template of the \`prod\` stage (alarms, key, dashboard, secrets, queues, log), from
[what the benchmark measured](cost-units.json) (\`npm run bench cost\`), and from the price table below. US dollars a month,
us-east-1, no free allowance taken off.

## AWS

${table([['', ...titles], ...awsRows, ['**all of AWS**', ...sums.map((sum) => `**${dollars(sum)}**`)]])}

At rest the most is for ${largest(0)}; at a million call-minutes for ${largest(2)}.
Nothing of it runs while nobody calls but one function a minute that looks at deadlines, and Lambda, which asks every queue for
work all the time: the requests to SQS are what an idle queue costs.

The stage \`dev\`, which has no key of its own, and neither alarms nor dashboard unless it is deployed with \`-c alarmEmail=…\`, costs
**${dollars(sumOf(inDevIdle))}** a month at rest by the list; **${dollars(sumOf(beyondFree(inDevIdle)))}** in an account in which nothing else uses what AWS gives to each for good, every
month: a million requests to SQS, and to Lambda a million requests and 400,000 GB-seconds.

${queuesPart(inDev, units)}

## Carrier and model

Not AWS's, depending on contract, country and model, and far larger than everything above.

${table([['', ...titles], ...otherRows])}

${hourPart(loads)}

## What is assumed

A call takes ${minutesPerCall} minutes with ${turnsPerMinute} turns a minute, is evaluated, reported to one webhook and comes with ${requestsPerCall} API requests.
Transcripts stay for ${monthsKept} months: storage is what it comes to after that time. A function is billed for 10 ms of its own, 8 ms for
each round trip to the table that it waits for, 10 ms for a queue, 300 ms for carrier or receiver, and 1.2 s for the model.
Recordings, signed heads (two cents a month for a chain that moves day and night: a signature of KMS and an object of S3 each hour, and nothing for one that stands still), data that leaves AWS (a few kilobytes a call) and requests to the key (DynamoDB makes few) are not counted.

What drives the sum is the talk: every turn wakes a function that waits for the model, writes what was said, and sends the answer
in pieces, each of which is a message. Longer calls cost in proportion; more users, campaigns or leads at rest cost storage alone.
An SMS takes ${units.sms.write_units} write units and ${units.sms.invocations} invocations, an API request on average ${round(units.request.read_units)} read units and ${round(units.request.write_units)} write units.

## Prices

${table([['What', 'Unit', 'List price', 'Known'], ...priceRows])}
`
}

const queuesPart = (inDev: Resources, units: CostUnits): string => {
  const idle = quantitiesOf(inDev, units, 0)
  const workers = workerOperations.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const [growing, rare] = [workers.filter(({ isRare }) => !isRare), workers.filter(({ isRare }) => isRare)]
  const rows = [...growing, ...rare].map((worker) => [
    worker.id,
    worker.broughtBy,
    ...stageNames.map((stage) => concurrencyMaxIn(stage, worker) ?? 'no limit'),
  ])
  const together = growing.reduce((sum, { concurrencyMax }) => sum + concurrencyMax, 0)
  return `${dollars(costOf('queueRequests', idle.queueRequests))} of it are the ${workerOperations.length} queues. Lambda asks a queue with five connections, and with
[as few as two](https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html) where it may run as many functions of the worker as it likes. So in this stage only the ${growing.length}
workers have a limit whose work comes by the hundred by itself, or whose every message pays for a talk; the ${rare.length} that keep house have none:

${table([['Worker', 'A message comes of', ...stageNames.map((stage) => `at once in \`${stage}\``)], ...rows], 2)}

A backlog of the first takes at most ${together} functions of the account in all. Of the others it takes one for each message (of \`settle-sms\`, \`clear-campaign\` and
\`link-evidence\` for up to ten), which is few unless hundreds of such requests come at one time: then it may take every function of the
account, those of other stages included, until they are done. Without any limit the stage might cost ${dollars(sumOf(quantitiesOf(withoutLimits(inDev), units, 0)))}, but each call's
backlog could then do so; and kinds of work that shared a queue would wait for each other. So the stage keeps these limits, and its queues apart.`
}

const hourPart = (loads: LoadUnits): string => {
  const sizes = Object.values(loads)
  const hours = sizes.map(({ talks, used }) => costsOf(quantitiesOfHour(talks, used)))
  const sums = hours.map((lines) => lines.reduce((sum, { usd }) => sum + usd, 0))
  const rows = Object.values(prices).flatMap(({ name }, index) => {
    const cells = hours.map((lines) => lines[index]?.usd ?? 0)
    return cells.some((usd) => usd > 0) ? [[name, ...cells.map(dollars)]] : []
  })
  const minutes = sizes.map(({ talks }) => talks * 60)
  return `## An hour of many calls at a time

What the [load model](scaling.md#how-many-calls-at-a-time) used of AWS while so many talked, all of what belongs to their calls
included: failed attempts, campaigns, lists, evaluations and webhooks. Storage and what is paid for by the month are not in it.

${table([
  ['Talks at a time', ...sizes.map(({ talks }) => talks.toLocaleString('en-US'))],
  ...rows,
  ['**an hour**', ...sums.map((sum) => `**${dollars(sum)}**`)],
  ['**1,000 minutes of talking**', ...sums.map((sum, index) => `**${dollars((1000 * sum) / (minutes[index] ?? 1))}**`)],
])}`
}

const sumOf = (quantities: Quantities): number => costsOf(quantities).reduce((sum, { usd }) => sum + usd, 0)

const dollars = (usd: number): string =>
  usd > 0 && usd < 0.005
    ? '< $0.01'
    : `$${usd.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

const round = (value: number): number => Math.round(value * 10) / 10

const table = ([head = [], ...rows]: (string | number)[][], figuresFrom = 1): string =>
  [head, head.map((_, index) => (index >= figuresFrom ? '---:' : '---')), ...rows]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n')

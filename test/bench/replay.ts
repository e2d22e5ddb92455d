import { playCall, type ReplayParts } from '../../shared/actions/assistants/play-replay.ts'
import { playTalk } from '../../shared/actions/assistants/play-talk.ts'
import type { Assistant } from '../../shared/domain/assistants/assistant.ts'
import { assistantDefaults, noFacts } from '../../shared/domain/assistants/assistant-changes.ts'
import { settingsOf } from '../../shared/domain/assistants/assistant-version.ts'
import type { Call, CallDetail } from '../../shared/domain/calls/call.ts'
import { meterOf } from '../../shared/domain/simulations/meter.ts'
import { type Replay, type ReplayedCall, replayRequestsMax, totalsOf } from '../../shared/domain/simulations/replay.ts'
import { plannedCall } from '../../shared/domain/simulations/replay-price.ts'
import type { Tool } from '../../shared/domain/tools/tool.ts'
import type { Judgement, JudgeRequest } from '../../shared/providers/models/model.ts'
import { idAt } from '../../shared/words/id.ts'
import type { Log } from '../../shared/words/log.ts'
import { must } from '../../shared/words/must.ts'
import { ringingCall } from '../fixtures.ts'
import { saidAs } from '../functions/simulations/replay.ts'
import type { BenchRow, Measure } from './measure.ts'
import { type Edit, harmless, regressions } from './replay-edits.ts'
import {
  bookTable,
  type Chance,
  chanceOf,
  guests,
  prompt,
  scriptedEvaluation,
  scriptedJudgement,
  scriptedTalk,
} from './replay-shop.ts'

const callsEach = 48
const repeats = 10
const startAt = Date.UTC(2026, 10, 25, 10)
const hourMs = 3_600_000

const log: Log = { info: () => {}, warn: () => {}, error: () => {}, with: () => log }
const clock = {
  now: () => startAt + performance.now(),
  sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref()),
}

interface Recorded {
  call: Call
  detail: CallDetail
}

const assistant = (): Assistant => ({
  ...{
    ...assistantDefaults,
    version_facts: noFacts,
    mode: 'pipeline',
    type: 'inbound',
    id: 1,
    user_id: 1,
    uuid: '',
    name: 'Anna',
    timezone: 'UTC',
    language_id: 1,
    voice_id: 1,
  },
  ...{ initial_message: 'Restaurant Anna, good evening.', system_prompt: prompt, tool_ids: [bookTable.id] },
  post_call_schema: [
    { name: 'booked', type: 'bool', description: 'A table was booked' },
    { name: 'day', type: 'string', description: 'The day of the table' },
  ],
})

const modelsWith = (chance: Chance, orders: 1 | 2 = 2): ReplayParts['talkModel'] => {
  let before: Judgement | undefined
  const judge = (request: JudgeRequest): Judgement => {
    const first = orders === 1 ? before : undefined
    before = first ? undefined : scriptedJudgement(request, chance)
    return first ? mirrored(first) : must(before, 'judgement')
  }
  return {
    talk: (script) => scriptedTalk(script, chance),
    evaluate: async (request) => scriptedEvaluation(request),
    judge: async (request) => judge(request),
  }
}

/** Converts the verdict on two conversations that the judge saw in reverse order. */
const mirrored = ({ better, reason }: Judgement): Judgement => ({
  better: better === 'neither' ? better : better === 'first' ? 'second' : 'first',
  reason,
})

const record = async (own: Assistant, lines: string[], place: number, chance: Chance): Promise<Recorded> => {
  const at = startAt - (place + 1) * hourMs
  const talkModel = modelsWith(chance)
  const played = await playTalk(
    { talkModel, clock },
    {
      ...{ assistant: own, tools: [bookTable], endsAt: clock.now() + hourMs, log },
      scenario: { customer: { lines }, variables: {}, mocks: [], assertions: [], turnsMax: lines.length },
      answerer: {
        by: 'mock',
        find: (tool, { day }) => ({ tool, answer: `Table ${place % 9} is booked on ${day}.` }),
      },
      meter: meterOf({ requestsMax: replayRequestsMax, costMax: Number.POSITIVE_INFINITY }),
    },
  )
  const said = played.transcript.map(({ sender, text }) => (sender === 'bot' ? `AI: ${text}` : text))
  const { extracted } = scriptedEvaluation({
    ...{ schema: own.post_call_schema, transcript: played.transcript, language: 'English', goal: '' },
    model: { id: 1, name: '', kind: 'text', provider: 'bedrock', provider_model: '' },
  })
  const id = idAt(at, 0.5)
  const call: Call = {
    ...ringingCall({ id, user_id: 1, assistant_id: 1, assistant_version: 1, closed_at: at }, at),
    ...{ answered_by: 'human', ended_by: 'customer', status: 'ended_by_customer', duration: 60, total_cost: 100_000 },
    ...{ platform_minute: 50_000, carrier_minute: 50_000 },
  }
  const tool_calls = played.tool_calls.map(({ answered_by: _, ...view }) => view)
  const detail: CallDetail = {
    variables: {},
    input_variables: {},
    ...saidAs(said, at),
    extracted_variables: extracted,
    tool_calls,
  }
  return { call, detail }
}

const replayWith = async (
  own: Assistant,
  { settings = {}, tools = [bookTable] }: Edit,
  recorded: Recorded[],
  { chance, orders }: { chance: Chance; orders: 1 | 2 },
) => {
  const replay: Replay = {
    ...{ id: idAt(startAt, 0.5), user_id: 1, assistant_id: 1, hash: '', assertions: [], place: 0 },
    settings: { ...settingsOf(own), ...settings },
    calls: recorded.map(({ call, detail }) => plannedCall(call.id, own, detail)),
  }
  const played: ReplayedCall[] = []
  const of = (call_id: number) => recorded.find(({ call }) => call.id === call_id)
  const parts: ReplayParts = {
    clock,
    talkModel: modelsWith(chance, orders),
    assistants: { find: async () => own },
    assistantVersions: { settings: async () => undefined },
    calls: {
      find: async ({ call_id }) => of(call_id)?.call,
      details: async (refs) => refs.map(({ call_id }) => of(call_id)?.detail),
    },
    tools: { findMany: async (_, ids): Promise<Tool[]> => tools.filter(({ id }) => ids.includes(id)) },
    users: { find: async () => undefined },
    knowledgebases: { find: async () => undefined },
    knowledgeStore: { passages: async () => 'gone' },
    embeddings: { open: async () => undefined },
    replays: {
      claim: async (_, call, { until }) => ({ ...call, state: 'running', attempt: 1, until }),
      giveUp: async () => true,
      record: async (_, call) => {
        played.push(call)
        return true
      },
    },
  }
  for (const planned of replay.calls) await playCall(parts, replay, planned, log)
  return totalsOf(replay.calls.length, played)
}

interface How {
  seed: number
  orders: 1 | 2
}

const measured = async (
  kind: string,
  edit: Edit,
  { seed, orders }: How,
): Promise<{ row: BenchRow; flagged: number }> => {
  const own = assistant()
  let [flagged, better, same, worse] = [0, 0, 0, 0]
  for (let repeat = 0; repeat < repeats; repeat++) {
    const chance = chanceOf(seed + repeat * 7919)
    const recorded: Recorded[] = []
    for (let place = 0; place < callsEach; place++)
      recorded.push(await record(own, must(guests[place % guests.length], 'guest'), place, chance))
    const totals = await replayWith(own, edit, recorded, { chance, orders })
    if (totals.verdict === 'worse') flagged += 1
    better += totals.better
    same += totals.same
    worse += totals.worse
  }
  const share = (count: number) => Math.round((100 * count) / (repeats * callsEach))
  const row = { kind, change: edit.name, [`flagged of ${repeats}`]: flagged }
  return { row: { ...row, 'worse %': share(worse), 'better %': share(better), 'same %': share(same) }, flagged }
}

const rowsOf = async (kind: string, edits: readonly Edit[]): Promise<BenchRow[]> => {
  const rows: BenchRow[] = []
  let all = 0
  for (const [place, edit] of edits.entries()) {
    const { row, flagged } = await measured(kind, edit, { seed: 1000 * (place + 1), orders: 2 })
    rows.push(row)
    all += flagged
  }
  const percent = Math.round((1000 * all) / (edits.length * repeats)) / 10
  const [name, value, budget] = kind === 'harmless' ? ['flagged', percent, 10] : ['missed', 100 - percent, 10]
  return [...rows, { kind, change: `all, ${name} %`, [`flagged of ${repeats}`]: { value, budget } }]
}

export const replays: Measure = {
  topic: 'replay',
  title: `Changes that a replay of ${callsEach} calls flags, with a scripted model and a judge that errs`,
  run: async () => {
    const rows = [...(await rowsOf('regression', regressions)), ...(await rowsOf('harmless', harmless))]
    const [nothing] = harmless
    const once = await measured('one order', must(nothing, 'edit'), { seed: 1000, orders: 1 })
    return [...rows, once.row]
  },
}

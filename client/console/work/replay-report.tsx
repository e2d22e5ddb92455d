import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { GetReplayAnswer, GetReplayedCallAnswer } from '../../client.ts'
import { Lines } from '../lines.tsx'
import { type Column, Table } from '../list.tsx'
import { Facts, Heading, Seen, Status, Time } from '../parts.tsx'
import { type Pace, usePolled } from '../poll.ts'
import { hrefOf } from '../route.ts'
import { showMoney } from '../times.ts'
import { textOf } from './difference.ts'
import { wordOf } from './words.ts'

/** Polling ends with the replay. A poll costs more read units if the replay has more calls. */
const paceOf = (replay: GetReplayAnswer | undefined): Pace | undefined => {
  if (replay?.status === 'done') return undefined
  return replay && replay.calls > manyCalls ? paceOfMany : paceOfFew
}
const manyCalls = 20
const paceOfFew: Pace = { seconds: 5, secondsOfLong: 10 }
const paceOfMany: Pace = { seconds: 15, secondsOfLong: 30 }

export const ReplayReport = ({ id }: { id: number }) => {
  const [pace, setPace] = useState<Pace | undefined>(paceOfFew)
  const polled = usePolled(`replay ${id}`, pace, (client, signal) => client.getReplay({ id }, { signal }))
  useEffect(() => setPace(paceOf(polled.data)), [polled.data])
  return <Seen polled={polled}>{(replay) => <ReplayFound replay={replay} />}</Seen>
}

const verdicts: Record<NonNullable<GetReplayAnswer['verdict']>, string> = {
  better: 'The change makes calls better: a sign test finds it at 5 %.',
  worse: 'The change makes calls worse: a sign test finds it at 5 %.',
  same: 'No call became better or worse.',
  unclear: 'Calls differ, but too few to decide. Read them.',
}

const ReplayFound = ({ replay }: { replay: GetReplayAnswer }) => {
  const { id, assistant_id, assistant_version, cost, verdict, results } = replay
  const played = results.filter(({ status }) => status === 'done' || status === 'failed').length
  const differing = Object.entries(replay.differs).filter(([, calls]) => calls > 0)
  return (
    <>
      <Heading title={`Replay of ${assistant_version === null ? 'a draft' : `version ${assistant_version}`}`}>
        <a class="button" href={hrefOf('assistants', assistant_id, 'draft')}>
          Open the draft
        </a>
      </Heading>
      <section class="card" aria-live="polite">
        <h2 class="unseen">Result</h2>
        {replay.status === 'running' ? (
          <p>
            <progress aria-label="Played calls" max={replay.calls} value={played} /> {played} of {replay.calls} calls
            played.
          </p>
        ) : (
          verdict && (
            <p>
              <Status of={verdict} /> {verdicts[verdict]}
            </p>
          )
        )}
        <Facts
          facts={[
            ['Better', String(replay.better)],
            ['Same', String(replay.same)],
            ['Worse', String(replay.worse)],
            ['Not played', String(replay.failed)],
            ['Assertions that failed', String(replay.assertions_failed)],
            ['Differences', differing.map(([aspect, calls]) => `${wordOf(aspect)}: ${calls}`).join('\n') || '–'],
            ['Cost', cost.charged === null ? `about ${showMoney(cost.expected)}` : showMoney(cost.charged)],
            ['Begun', <Time key="begun" at={replay.created_at} />],
          ]}
        />
      </section>
      <Results id={id} results={results} />
    </>
  )
}

type Result = GetReplayAnswer['results'][number]

const readFirst = ['worse', 'better', 'failed', 'same', 'running', 'waiting']
const stateOf = ({ status, verdict }: Result): string => verdict ?? status
const filters = ['all', 'worse', 'better', 'differing', 'failed'] as const
const shows: Record<(typeof filters)[number], (result: Result) => boolean> = {
  all: () => true,
  worse: (result) => stateOf(result) === 'worse',
  better: (result) => stateOf(result) === 'better',
  differing: ({ differs }) => differs.length > 0,
  failed: ({ status }) => status === 'failed',
}

const Results = ({ id, results }: { id: number; results: readonly Result[] }) => {
  const [filter, setFilter] = useState<(typeof filters)[number]>('all')
  const shown = results
    .filter(shows[filter])
    .toSorted((one, other) => readFirst.indexOf(stateOf(one)) - readFirst.indexOf(stateOf(other)))
  return (
    <section class="card">
      <div class="heading">
        <h2>Calls</h2>
        <label>
          <span class="unseen">Calls that are shown</span>
          <select
            value={filter}
            onChange={({ currentTarget }) => setFilter(filters.find((each) => each === currentTarget.value) ?? 'all')}
          >
            {filters.map((each) => (
              <option key={each} value={each}>
                {wordOf(each)} ({results.filter(shows[each]).length})
              </option>
            ))}
          </select>
        </label>
      </div>
      {shown.length === 0 && <p class="quiet">No call is like that.</p>}
      <ul class="results">
        {shown.map((result) => (
          <li key={result.call_id}>
            <CallResult id={id} result={result} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const CallResult = ({ id, result }: { id: number; result: Result }) => {
  const [isOpen, setOpen] = useState(false)
  const { call_id, differs, status } = result
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Status of={stateOf(result)} /> Call {call_id}
        {differs.length > 0 && <span class="quiet"> {differs.map(wordOf).join(', ')}</span>}
      </summary>
      {isOpen && (
        <div class="result">
          <p>
            <a href={hrefOf('calls', call_id)}>Open the call</a>
          </p>
          {result.failure !== null && <p>{result.failure}</p>}
          <Judgement result={result} />
          <Sides result={result} />
          {status === 'done' && <Talks id={id} call_id={call_id} />}
        </div>
      )}
    </details>
  )
}

const Judgement = ({ result: { reason, assertions, tools_without_record } }: { result: Result }) => (
  <>
    {reason !== null && <p>{reason}</p>}
    {assertions.map(({ type, holds, found }, index) => (
      <p key={index}>
        Assertion {index + 1} ({wordOf(type)}) {holds ? 'holds' : 'does not hold'}
        {found !== null && `: ${found}`}
      </p>
    ))}
    {tools_without_record.length > 0 && (
      <p>
        Called with arguments that the call has no answer for, so not carried out: {tools_without_record.join(', ')}
      </p>
    )}
  </>
)

type Side = NonNullable<Result['recorded']>

interface SideRow {
  title: string
  aspect: Result['differs'][number]
  cell: (side: Side) => ComponentChildren
}

const sideRows: SideRow[] = [
  { title: 'Ended by', aspect: 'outcome', cell: ({ ended_by }) => wordOf(ended_by) },
  { title: 'Variables', aspect: 'variables', cell: ({ variables }) => textOf(variables) || '–' },
  {
    title: 'Tools',
    aspect: 'tools',
    cell: ({ tools }) =>
      tools.map((tool) => `${tool.name}(${JSON.stringify(tool.arguments)}): ${tool.outcome}`).join('\n') || '–',
  },
  { title: 'Opt-out noticed', aspect: 'opt_out', cell: ({ opted_out }) => (opted_out ? 'yes' : 'no') },
  { title: 'Turns', aspect: 'turns', cell: ({ turns }) => turns },
  { title: 'Words', aspect: 'words', cell: ({ words }) => words },
  { title: 'Cost', aspect: 'cost', cell: ({ cost }) => showMoney(cost) },
  { title: 'Latency', aspect: 'latency', cell: ({ latency_ms }) => (latency_ms === null ? '–' : `${latency_ms} ms`) },
]

const Sides = ({ result: { recorded, replayed, differs } }: { result: Result }) => {
  if (!recorded || !replayed) return null
  const columns: readonly Column<SideRow>[] = [
    {
      title: 'Aspect',
      kind: 'text',
      cell: ({ title, aspect }) => (differs.includes(aspect) ? <strong>{title} differ</strong> : title),
    },
    { title: 'Recorded', kind: 'text', cell: ({ cell }) => cell(recorded) },
    { title: 'Replayed', kind: 'text', cell: ({ cell }) => cell(replayed) },
  ]
  return <Table caption="Both talks in figures" columns={columns} rows={sideRows} />
}

const Talks = ({ id, call_id }: { id: number; call_id: number }) => {
  const polled = usePolled(`replayed ${id} ${call_id}`, undefined, (client, signal) =>
    client.getReplayedCall({ id, call_id }, { signal }),
  )
  return (
    <Seen polled={polled}>
      {(call) => (
        <>
          {call.judge && <Judge judge={call.judge} />}
          <div class="both">
            <Talk title="Recorded" lines={call.recorded_transcript} />
            <Talk title="Replayed" lines={call.replayed_transcript} />
          </div>
        </>
      )}
    </Seen>
  )
}

/**
 * Shows two verdicts of the judging model, one for each order of the conversations. Models often
 * prefer the first or the last conversation.
 */
const Judge = ({ judge }: { judge: NonNullable<GetReplayedCallAnswer['judge']> }) => (
  <Facts
    facts={(
      [
        ['Judge, recorded talk first', judge.recorded_first],
        ['Judge, replayed talk first', judge.replayed_first],
      ] as const
    ).map(([order, said]) => [order, said ? `Better: ${said.better}. ${said.reason}` : 'No model answered.'])}
  />
)

const Talk = ({ title, lines }: { title: string; lines: GetReplayedCallAnswer['recorded_transcript'] }) => (
  <section>
    <h3>{title}</h3>
    {lines.length === 0 ? (
      <p class="quiet">The words are not kept any more.</p>
    ) : (
      <Lines
        lines={lines.map(({ sender, text }) => ({
          who: sender === 'bot' ? 'Assistant' : 'Customer',
          isTheirs: sender === 'human',
          text,
        }))}
      />
    )}
  </section>
)

import { useEffect, useRef, useState } from 'preact/hooks'
import type { ListCallsAnswer, ListReplaysAnswer } from '../../client.ts'
import { ActionButton } from '../action.tsx'
import { type Column, Pages, Table, usePages } from '../list.tsx'
import { Nothing, Seen, Status, Time } from '../parts.tsx'
import { usePolled } from '../poll.ts'
import { go, hrefOf } from '../route.ts'
import { showDuration, showMoney } from '../times.ts'
import { memberOf, sendingOf } from './catalogue.ts'
import { ChangeFrame } from './change-frame.tsx'
import type { Entered } from './draft.ts'
import { Form } from './form.tsx'

interface Plan {
  request: Entered
  calls: number
  expected: number
  atMost: number
}

export const ReplayCalls = ({ id }: { id: number }) => {
  const [plan, setPlan] = useState<Plan>()
  return (
    <ChangeFrame id={id} act="replay" title={(name) => `Replay past calls of ${name}`}>
      {plan ? <Priced plan={plan} onBack={() => setPlan(undefined)} /> : <ChoosePlan id={id} onPlan={setPlan} />}
      <Replays id={id} />
    </ChangeFrame>
  )
}

const choices = [
  ['newest', 'The newest calls'],
  ['chosen', 'Calls that I choose'],
] as const

const ChoosePlan = ({ id, onPlan }: { id: number; onPlan: (plan: Plan) => void }) => {
  const [choice, setChoice] = useState<(typeof choices)[number][0]>('newest')
  const [chosen, setChosen] = useState<readonly number[]>([])
  const request = useRef<Entered>({})
  return (
    <>
      <p class="quiet">
        The customers say what they said, tools answer what they answered, and both talks are compared. Nobody is
        called. The price is shown before anything is played.
      </p>
      <fieldset class="field">
        <legend>Calls</legend>
        <div class="boxes">
          {choices.map(([value, label]) => (
            <label key={value}>
              <input type="radio" name="calls" checked={choice === value} onChange={() => setChoice(value)} />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      {choice === 'chosen' && <ChooseCalls id={id} chosen={chosen} onChange={setChosen} />}
      <Form
        key={choice}
        about={`replay ${id} ${choice}`}
        label="Show the price"
        operation="replayDraft"
        path={{ id }}
        leftOut={['call_ids', 'dry_run', ...(choice === 'chosen' ? ['calls'] : [])]}
        groups={[
          { title: 'Settings', names: ['calls', 'version'] },
          { title: 'Assertions', names: ['assertions'] },
        ]}
        initial={choice === 'chosen' ? {} : { calls: 20 }}
        prepare={(entered) => {
          request.current = { ...entered, ...(choice === 'chosen' && { call_ids: chosen }), id }
          return { ...request.current, dry_run: true }
        }}
        onSaved={(answer) => onPlan(planOf(answer, request.current))}
        cancel={() => go('assistants', id, 'draft')}
      />
    </>
  )
}

const planOf = (answer: unknown, request: Entered): Plan => {
  const data = memberOf(answer, 'data')
  const cost = memberOf(data, 'cost')
  return {
    request,
    calls: Number(memberOf(data, 'calls')),
    expected: Number(memberOf(cost, 'expected')),
    atMost: Number(memberOf(cost, 'at_most')),
  }
}

const callsOf = (count: number): string => `${count.toLocaleString('en-US')} ${count === 1 ? 'call' : 'calls'}`

const Priced = ({ plan, onBack }: { plan: Plan; onBack: () => void }) => {
  const section = useRef<HTMLElement>(null)
  // Moves the focus to this section, because the button that had it has disappeared.
  useEffect(() => section.current?.focus(), [])
  return (
    <section class="card" ref={section} tabIndex={-1} aria-labelledby="price">
      <h2 id="price">{callsOf(plan.calls)}</h2>
      <p>
        This replay costs about {showMoney(plan.expected)}. It holds {showMoney(plan.atMost)} of the balance until it is
        over, and never costs more.
      </p>
      <div class="row">
        <ActionButton
          label="Start the replay"
          run={(client, how) => sendingOf(client, 'replayDraft')(plan.request, how)}
          onDone={(answer) => go('replays', Number(memberOf(memberOf(answer, 'data'), 'id')), 'show')}
        />
        <button type="button" class="plain" onClick={onBack}>
          Change the choice
        </button>
      </div>
    </section>
  )
}

interface ChooseProps {
  id: number
  chosen: readonly number[]
  onChange: (chosen: readonly number[]) => void
}

const chosenMax = 200

const ChooseCalls = ({ id, chosen, onChange }: ChooseProps) => {
  const paged = usePages(`calls of ${id}`, (client, page, signal) =>
    client.listCalls({ assistant_id: id, ...page }, { signal }),
  )
  const columns: readonly Column<ListCallsAnswer['data'][number]>[] = [
    {
      title: 'Call',
      cell: (call) => (
        <label class="chosen">
          <input
            type="checkbox"
            checked={chosen.includes(call.id)}
            disabled={call.duration === 0 || (chosen.length >= chosenMax && !chosen.includes(call.id))}
            onChange={({ currentTarget }) => {
              const others = chosen.filter((one) => one !== call.id)
              onChange(currentTarget.checked ? [...others, call.id] : others)
            }}
          />
          {call.client_phone_number || 'unknown'}
        </label>
      ),
    },
    { title: 'Status', from: 'medium', cell: ({ status }) => <Status of={status} /> },
    { title: 'Started', from: 'medium', cell: ({ created_at }) => <Time at={created_at} /> },
    { title: 'Length', from: 'wide', kind: 'number', cell: ({ duration }) => showDuration(duration) },
  ]
  return (
    <>
      <p role="status">{callsOf(chosen.length)} chosen. Only calls in which the customer spoke can be played.</p>
      <Pages
        caption="Calls to choose from"
        columns={columns}
        paged={paged}
        empty={<Nothing title="No calls yet">Calls of this assistant can be chosen here.</Nothing>}
      />
    </>
  )
}

type Replay = ListReplaysAnswer[number]

const replayColumns: readonly Column<Replay>[] = [
  { title: 'Replay', cell: ({ id, calls }) => <a href={hrefOf('replays', id, 'show')}>{callsOf(calls)}</a> },
  { title: 'Verdict', cell: ({ status, verdict }) => <Status of={verdict ?? status} /> },
  {
    title: 'Played',
    from: 'wide',
    cell: ({ assistant_version: version }) => (version === null ? 'draft' : `version ${version}`),
  },
  { title: 'Cost', from: 'medium', kind: 'number', cell: ({ cost }) => showMoney(cost.charged ?? cost.expected) },
  { title: 'Begun', from: 'medium', cell: ({ created_at }) => <Time at={created_at} /> },
]

/** Reads the newest 50 replays once, for up to 200 read units. */
const Replays = ({ id }: { id: number }) => {
  const polled = usePolled('replays', undefined, (client, signal) => client.listReplays({}, { signal }))
  return (
    <Seen polled={polled}>
      {(all) => {
        const replays = all.filter(({ assistant_id }) => assistant_id === id)
        return (
          replays.length > 0 && (
            <section class="card">
              <h2>Replays</h2>
              <Table caption="Replays" columns={replayColumns} rows={replays} />
            </section>
          )
        )
      }}
    </Seen>
  )
}

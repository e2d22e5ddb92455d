import { useEffect, useState } from 'preact/hooks'
import type { GetRolloutAnswer } from '../../client.ts'
import { ActionButton } from '../action.tsx'
import { type Column, Table } from '../list.tsx'
import { Facts, Nothing, Seen, Status, Time } from '../parts.tsx'
import { type Pace, usePolled } from '../poll.ts'
import { go, hrefOf } from '../route.ts'
import { showMoney } from '../times.ts'
import { showToast } from '../toast.ts'
import { ChangeFrame, readDraftOf, readRolloutOf } from './change-frame.tsx'
import { Form } from './form.tsx'
import { wordOf } from './words.ts'

/** A poll costs 3 read units, or 50 for a rollout to 1,000 people. */
const paceOf = (rollout: GetRolloutAnswer | null | undefined) => {
  if (rollout && rollout.state !== 'running') return undefined
  return rollout && rollout.after_calls > manyPeople ? paceOfMany : paceOfFew
}
const manyPeople = 200
const paceOfFew = { seconds: 10, secondsOfLong: 15 }
const paceOfMany = { seconds: 30, secondsOfLong: 30 }

export const AssistantRollout = ({ id }: { id: number }) => {
  const [pace, setPace] = useState<Pace | undefined>(paceOfFew)
  const polled = usePolled(`rollout ${id}`, pace, (client, signal) => readRolloutOf(client, id, { signal }))
  useEffect(() => setPace(paceOf(polled.data)), [polled.data])
  return (
    <ChangeFrame id={id} act="rollout" title={(name) => `Rollout of ${name}`}>
      <Seen polled={polled}>
        {(rollout) =>
          rollout ? (
            <RolloutFound id={id} rollout={rollout} onDone={polled.again} />
          ) : (
            <Nothing title="No rollout yet">
              A rollout gives a draft to a share of people first, and guards take it back when it does harm. It begins
              at <a href={hrefOf('assistants', id, 'draft')}>the draft</a>.
            </Nothing>
          )
        }
      </Seen>
    </ChangeFrame>
  )
}

interface FoundProps {
  id: number
  rollout: GetRolloutAnswer
  onDone: () => void
}

const RolloutFound = ({ id, rollout, onDone }: FoundProps) => (
  <>
    <section class="card">
      <h2>Version {rollout.canary.version} as a canary</h2>
      {rollout.reason !== null && <p role="status">{rollout.reason}</p>}
      <Facts
        facts={[
          ['Status', <Status key="state" of={rollout.state} />],
          ['Share', `${rollout.percent} % of people`],
          ['People with the canary', `${rollout.people}, at most ${rollout.after_calls} until all guards hold`],
          ['Begun', <Time key="begun" at={rollout.started_at} />],
          ...(rollout.ended_at === null ? [] : [['Ended', <Time key="ended" at={rollout.ended_at} />] as const]),
        ]}
      />
      {rollout.state === 'running' && <Decide id={id} version={rollout.canary.version} onDone={onDone} />}
    </section>
    <section class="card">
      <h2>Calls</h2>
      <Table caption="Calls of both versions" columns={armColumns(rollout)} rows={armRows} />
    </section>
    <section class="card">
      <h2>Guards</h2>
      {rollout.guards.length === 0 ? (
        <p class="quiet">No guard watches this rollout.</p>
      ) : (
        <Table caption="Guards" columns={guardColumns} rows={rollout.guards} />
      )}
    </section>
  </>
)

const Decide = ({ id, version, onDone }: { id: number; version: number; onDone: () => void }) => (
  <div class="row">
    <ActionButton
      label="Finish"
      question={`Make version ${version} live for everybody?`}
      consequence="The next call of everybody follows it. The version that is live now can be restored."
      run={(client, how) => client.finishRollout({ id }, how)}
      onDone={() => {
        showToast(`Version ${version} is live.`)
        onDone()
      }}
    />
    <ActionButton
      label="Abort"
      isDangerous
      question={`Take version ${version} back?`}
      consequence="The next call of everybody follows the live version again."
      run={(client, how) => client.abortRollout({ id }, how)}
      onDone={() => {
        showToast('The rollout has ended. Everybody gets the live version.')
        onDone()
      }}
    />
  </div>
)

type Arm = GetRolloutAnswer['live']

interface ArmRow {
  title: string
  cell: (arm: Arm) => string
}

/** Returns text such as `12 (30 %)`. */
const share = (count: number, { calls }: Arm): string =>
  calls === 0 ? String(count) : `${count} (${Math.round((count / calls) * 100)} %)`

const armRows: ArmRow[] = [
  { title: 'Calls', cell: ({ calls }) => String(calls) },
  { title: 'Goals', cell: (arm) => share(arm.goals, arm) },
  { title: 'Short calls', cell: (arm) => share(arm.short_calls, arm) },
  { title: 'Opt-outs', cell: (arm) => share(arm.opt_outs, arm) },
  { title: 'Apologies', cell: (arm) => share(arm.apologies, arm) },
  { title: 'Calls with a failed tool', cell: (arm) => share(arm.tool_failures, arm) },
  { title: 'Cost per call', cell: ({ calls, cost }) => (calls === 0 ? '–' : showMoney(cost / calls)) },
]

const armColumns = ({ live, canary }: GetRolloutAnswer): readonly Column<ArmRow>[] => [
  { title: 'Measure', kind: 'text', cell: ({ title }) => title },
  { title: `Live (${live.version})`, kind: 'number', cell: ({ cell }) => cell(live) },
  { title: `Canary (${canary.version})`, kind: 'number', cell: ({ cell }) => cell(canary) },
]

type Guard = GetRolloutAnswer['guards'][number]

const amountOf = ({ metric }: Guard, value: number | null): string => {
  if (value === null) return '–'
  return metric === 'cost_per_call' ? showMoney(value) : `${Math.round(value * 1000) / 10} %`
}

const guardColumns: readonly Column<Guard>[] = [
  { title: 'Guard', kind: 'text', cell: ({ metric }) => wordOf(metric) },
  { title: 'Status', cell: ({ state }) => <Status of={state} /> },
  { title: 'Live', from: 'medium', kind: 'number', cell: (guard) => amountOf(guard, guard.live) },
  { title: 'Canary', from: 'medium', kind: 'number', cell: (guard) => amountOf(guard, guard.canary) },
  { title: 'May be worse by', from: 'wide', kind: 'number', cell: (guard) => amountOf(guard, guard.worse_by) },
]

/** Default rollout to 20 % of people. The guards end the rollout if the results get worse. */
const usualCanary = {
  percent: 20,
  after_calls: 40,
  guards: [
    { metric: 'opt_out_rate', worse_by: 0.05 },
    { metric: 'short_call_rate', worse_by: 0.1 },
  ],
}

export const PublishCanary = ({ id }: { id: number }) => {
  const polled = usePolled(`canary ${id}`, undefined, (client, signal) => readDraftOf(client, id, { signal }))
  return (
    <ChangeFrame id={id} act="draft" title={(name) => `Give the draft of ${name} to a share of people`}>
      <Seen polled={polled}>
        {(draft) =>
          draft ? (
            <Form
              about={`canary ${id} ${draft.revision}`}
              label="Begin the rollout"
              operation="publishDraft"
              leftOut={['revision']}
              path={{ id }}
              initial={{ revision: draft.revision, note: draft.note, canary: usualCanary }}
              groups={[{ title: 'Rollout', names: ['canary', 'note'] }]}
              onSaved={() => {
                showToast('The rollout has begun.')
                go('assistants', id, 'rollout')
              }}
              cancel={() => go('assistants', id, 'draft')}
            />
          ) : (
            <Nothing title="No draft yet">
              <a href={hrefOf('assistants', id, 'redraft')}>Begin one</a>, then give it to a share of people.
            </Nothing>
          )
        }
      </Seen>
    </ChangeFrame>
  )
}

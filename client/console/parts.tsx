import { type ComponentChildren, Fragment } from 'preact'
import type { GetCampaignAnswer } from '../client.ts'
import { ExportButton, type ExportedList } from './export-button.tsx'
import type { Polled } from './poll.ts'
import { troubleOf } from './problems.ts'
import { writeTime } from './times.ts'

export const Seen = <T,>({ polled, children }: { polled: Polled<T>; children: (data: T) => ComponentChildren }) => {
  const { data, cause, again, againSeconds } = polled
  const trouble = cause === undefined ? undefined : troubleOf(cause, againSeconds)
  return (
    <>
      {trouble && (
        <div class="trouble" role="alert">
          <p>
            {trouble.message} <span>{trouble.advice}</span>
          </p>
          <button type="button" class="plain" onClick={again}>
            Try now
          </button>
        </div>
      )}
      {data !== undefined && children(data)}
      {data === undefined && !trouble && (
        <p class="quiet" role="status">
          Loading …
        </p>
      )}
    </>
  )
}

/** Explains an empty list and how to add the first entry. */
export const Nothing = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <div class="nothing">
    <h2>{title}</h2>
    <p>{children}</p>
  </div>
)

const tones: Record<string, string> = {
  'in-progress': 'live',
  ringing: 'live',
  initiated: 'live',
  pending: 'live',
  created: 'live',
  completed: 'good',
  ended: 'good',
  ended_by_customer: 'good',
  ended_by_assistant: 'good',
  conversation: 'good',
  delivered: 'good',
  active: 'good',
  done: 'good',
  waiting: 'live',
  writing: 'live',
  live: 'good',
  better: 'good',
  verified: 'good',
  worse: 'bad',
  expired: 'bad',
  running: 'live',
  finished: 'good',
  holds: 'good',
  tripped: 'bad',
  rolled_back: 'bad',
  failed: 'bad',
  busy: 'bad',
  'no-answer': 'bad',
  'reached-max-retries': 'bad',
}

export const Status = ({ of }: { of: string }) => (
  <span class={`status ${tones[of] ?? 'calm'}`}>{of.replaceAll(/[_-]/g, ' ')}</span>
)

/** Allows a line break only between date and time of day. */
const Clock = ({ text }: { text: string }) => (
  <>
    {text.split(' ').map((part, index) => (
      <Fragment key={part}>
        {index > 0 && ' '}
        <span class="whole">{part}</span>
      </Fragment>
    ))}
  </>
)

/** Shows a time in the viewer's zone, and in `zone` if the two times differ. */
export const Time = ({ at, zone }: { at: string | null; zone?: string | undefined }) => {
  if (at === null) return <>–</>
  const { own, there } = writeTime(at, zone)
  return (
    <time>
      <Clock text={own} />
      {there && (
        <>
          {' ('}
          <Clock text={there.text} /> in {there.zone})
        </>
      )}
    </time>
  )
}

export const Facts = ({ facts }: { facts: readonly (readonly [string, ComponentChildren])[] }) => (
  <dl class="facts">
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

export const Values = ({ title, values }: { title: string; values: Record<string, unknown> }) => {
  const members = Object.entries(values)
  if (members.length === 0) return null
  return (
    <section class="card">
      <h2>{title}</h2>
      <Facts
        facts={members.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])}
      />
    </section>
  )
}

interface HeadingProps {
  title: string
  exported?: ExportedList
  children?: ComponentChildren
}

export const Heading = ({ title, exported, children }: HeadingProps) => (
  <header class="heading">
    <h1 tabIndex={-1}>{title}</h1>
    <div class="row">
      {children}
      {exported && <ExportButton {...exported} />}
    </div>
  </header>
)

export const ProgressBar = ({ of }: { of: GetCampaignAnswer['leads_count'] }) => {
  const { total, completed, 'reached-max-retries': spent } = of
  const percent = (leads: number) => (total === 0 ? 0 : Math.round((leads / total) * 100))
  const done = percent(completed + spent)
  return (
    <div
      class="bar"
      role="progressbar"
      aria-label="Progress"
      aria-valuenow={done}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <div class="reached" style={{ width: `${percent(completed)}%` }} />
      <div class="spent" style={{ width: `${percent(spent)}%` }} />
    </div>
  )
}

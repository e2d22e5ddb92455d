import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Client } from '../client.ts'
import { usePolled } from './poll.ts'
import { hrefWith, type Query, useRoute } from './route.ts'

/** Filters are part of the URL, so a reload or a link keeps them. */

interface InputProps<T> {
  id: string
  value: T | undefined
  onChange: (text: string) => void
}

export interface FilterField<T> {
  label: string
  read: (text: string) => T | undefined
  Input: (props: InputProps<T>) => ComponentChildren
}

// biome-ignore lint/suspicious/noExplicitAny: the type of each field is found again in FilterOf
type FilterFields = Readonly<Record<string, FilterField<any>>>

export type FilterOf<Fields extends FilterFields> = {
  [Name in keyof Fields]?: Fields[Name] extends FilterField<infer T> ? T : never
}

interface Choice {
  value: string | number
  label: string
}

const Select = ({ choices, id, value, onChange }: InputProps<string | number> & { choices: readonly Choice[] }) => (
  <select id={id} value={value ?? ''} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
    <option value="">Any</option>
    {choices.map((choice) => (
      <option key={choice.value} value={choice.value}>
        {choice.label}
      </option>
    ))}
  </select>
)

export const wordFilter = <Word extends string>(
  label: string,
  labels: Readonly<Record<Word, string>>,
): FilterField<Word> => {
  const words = Object.keys(labels) as Word[]
  const choices = words.map((word) => ({ value: word, label: labels[word] }))
  return {
    label,
    read: (text) => words.find((word) => word === text),
    Input: (props) => <Select {...props} choices={choices} />,
  }
}

const readId = (text: string): number | undefined => (/^\d{1,15}$/.test(text) ? Number(text) : undefined)

type ReadNames = (client: Client, signal: AbortSignal) => Promise<readonly { id: number; name: string }[]>

const namedFilter = (label: string, about: string, ask: ReadNames): FilterField<number> => ({
  label,
  read: readId,
  Input: (props) => {
    const { data = [] } = usePolled(about, undefined, ask)
    const { value } = props
    const known = data.map(({ id, name }) => ({ value: id, label: name }))
    const isKnown = value === undefined || known.some((choice) => choice.value === value)
    return <Select {...props} choices={isKnown ? known : [...known, { value, label: String(value) }]} />
  },
})

export const campaignFilter = namedFilter('Campaign', 'campaign names', (client, signal) =>
  client.listCampaigns({}, { signal }),
)
export const assistantFilter = namedFilter('Assistant', 'assistant names', (client, signal) =>
  client.listAssistantNames({}, { signal }),
)

export const numberFilter = (label: string): FilterField<number> => ({
  label,
  read: (text) => readId(text) || undefined,
  Input: ({ id, value, onChange }) => (
    <input
      id={id}
      type="number"
      min={1}
      class="short"
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  ),
})

export const dayFilter = (label: string): FilterField<string> => ({
  label,
  read: (text) => (/^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined),
  Input: ({ id, value, onChange }) => (
    <input id={id} type="date" value={value ?? ''} onChange={({ currentTarget }) => onChange(currentTarget.value)} />
  ),
})

/** Filter fields for days, which the API takes in UTC. */
export const daysOfLists = { date_from: dayFilter('From (UTC day)'), date_to: dayFilter('To (UTC day)') }

export interface Filtering<Fields extends FilterFields> {
  fields: Fields
  filter: FilterOf<Fields>
  change: (name: string, text: string) => void
  cleared: string
  /** Text that identifies the filter, because each filter is polled separately. */
  about: string
}

/** Reads the filters of the URL and ignores values that do not fit their field. */
export const useFilter = <Fields extends FilterFields>(view: string, fields: Fields): Filtering<Fields> => {
  const { query } = useRoute()
  const entries = Object.entries(fields).flatMap(([name, { read }]) => {
    const value = read(String(query[name] ?? ''))
    return value === undefined ? [] : [[name, value] as const]
  })
  const filter = Object.fromEntries(entries)
  return {
    fields,
    filter: filter as FilterOf<Fields>,
    change: (name, text) => {
      location.hash = hrefWith(view, { ...query, [name]: text === '' ? undefined : text })
    },
    cleared: hrefWith(view, without(query, Object.keys(fields))),
    about: new URLSearchParams(filter).toString(),
  }
}

const without = (query: Query, names: readonly string[]): Query =>
  Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)))

/** Shows the filters. Loads their choices when the person opens the filters. */
export const Filters = <Fields extends FilterFields>({ filtering }: { filtering: Filtering<Fields> }) => {
  const { fields, change, cleared } = filtering
  const filter = filtering.filter as Readonly<Record<string, string | number | undefined>>
  const count = Object.keys(filter).length
  const [chosen, setChosen] = useState<boolean>()
  const isOpen = chosen ?? count > 0
  return (
    <details
      class="card group filters"
      open={isOpen}
      onToggle={({ currentTarget }) => currentTarget.open !== isOpen && setChosen(currentTarget.open)}
    >
      <summary>
        <h2>{count === 0 ? 'Filters' : `Filters (${count})`}</h2>
      </summary>
      {isOpen && (
        <div class="fields">
          {Object.entries(fields).map(([name, { label, Input }]) => (
            <div key={name} class="field">
              <label for={`filter-${name}`}>{label}</label>
              <Input id={`filter-${name}`} value={filter[name]} onChange={(text) => change(name, text)} />
            </div>
          ))}
          {count > 0 && (
            <a class="button clear" href={cleared}>
              Clear filters
            </a>
          )}
        </div>
      )}
    </details>
  )
}

/** Input that filters by phone number, which the URL must not contain. */
export const NumberFilter = ({ onChange }: { onChange: (number: string | undefined) => void }) => (
  <label>
    <span class="unseen">Number</span>
    <input
      type="search"
      placeholder="+12025550100"
      onChange={({ currentTarget }) => onChange(currentTarget.value.trim() || undefined)}
    />
  </label>
)

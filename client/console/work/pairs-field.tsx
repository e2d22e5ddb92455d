import { useState } from 'preact/hooks'
import { isRecord } from './catalogue.ts'
import { type FieldProps, Grouped, idOf } from './field-frame.tsx'
import { labelOf } from './words.ts'

type Pair = readonly [name: string, value: unknown]

const recordOf = (pairs: readonly Pair[]) => Object.fromEntries(pairs.filter(([name]) => name !== ''))
const pairsOf = (value: unknown): readonly Pair[] => Object.entries(isRecord(value) ? value : {})

/**
 * Shows names with values. Values that are not text are JSON. `rows` is a separate state, because
 * two rows may share a name during typing.
 */
export const PairsField = (props: FieldProps) => {
  const { name, path, value, onChange } = props
  const [rows, setRows] = useState(() => pairsOf(value))
  const isOurs = JSON.stringify(recordOf(rows)) === JSON.stringify(isRecord(value) ? value : {})
  const pairs = isOurs ? rows : pairsOf(value)
  const put = (next: readonly Pair[]) => {
    setRows(next)
    onChange(recordOf(next))
  }
  const change = (place: number, pair: Pair) => put(pairs.map((each, at) => (at === place ? pair : each)))
  return (
    <Grouped {...props}>
      {pairs.map(([key, each], index) => (
        <div key={index} class="pair">
          <input
            type="text"
            aria-label={`${labelOf(name)}: name ${index + 1}`}
            placeholder="Name"
            value={key}
            onInput={({ currentTarget }) => change(index, [currentTarget.value, each])}
          />
          <input
            type="text"
            id={idOf(`${path}.${key || index}`)}
            aria-label={`${labelOf(name)}: value ${index + 1}`}
            placeholder="Value"
            value={typeof each === 'string' ? each : JSON.stringify(each)}
            onInput={({ currentTarget }) => change(index, [key, currentTarget.value])}
          />
          <button type="button" class="plain" onClick={() => put(pairs.filter((_, at) => at !== index))}>
            Remove <span class="unseen">{`${labelOf(name)} ${index + 1}`}</span>
          </button>
        </div>
      ))}
      <div class="row">
        <button type="button" class="plain" onClick={() => put([...pairs, ['', '']])}>
          Add <span class="unseen">{`to ${labelOf(name)}`}</span>
        </button>
      </div>
    </Grouped>
  )
}

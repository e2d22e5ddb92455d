import { hasChoices, useChoices } from './choices.ts'
import { differenceOf, nearChanges, type TextPassage, textOf } from './difference.ts'
import { isSecret } from './field-frame.tsx'
import { labelOf } from './words.ts'

interface SettingChange {
  name: string
  before: unknown
  after: unknown
}

export const Changes = ({ changes }: { changes: readonly SettingChange[] }) => (
  <dl class="changes">
    {changes.map((change) => (
      <div key={change.name}>
        <dt>{labelOf(change.name)}</dt>
        <dd>{hasChoices(change.name) ? <Chosen {...change} /> : <Difference {...change} />}</dd>
      </div>
    ))}
  </dl>
)

const Chosen = ({ name, before, after }: SettingChange) => {
  const choices = useChoices(name)
  const named = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(named).join(', ')
    const known = choices === 'failed' ? undefined : choices.find((choice) => choice.value === value)
    return known?.label ?? value
  }
  return <Difference name={name} before={named(before)} after={named(after)} />
}

const Difference = ({ name, before, after }: SettingChange) => {
  if (isSecret(name)) return <p>It was changed.</p>
  const [old, young] = [textOf(before), textOf(after)]
  return <p class="text">{nearChanges(differenceOf(old, young)).map(shown)}</p>
}

/** Marks changes with hidden words, because few screen readers announce `<del>` and `<ins>`. */
const shown = ({ of, text }: TextPassage, place: number) => {
  if (of === 'both') return <span key={place}>{text}</span>
  const isGone = of === 'before'
  const word = <span class="unseen">{isGone ? '(removed:) ' : '(new:) '}</span>
  return isGone ? (
    <del key={place}>
      {word}
      {text}
    </del>
  ) : (
    <ins key={place}>
      {word}
      {text}
    </ins>
  )
}

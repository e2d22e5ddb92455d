import { branchOf, isRecord, kindOf, listOf, memberOf } from './catalogue.ts'
import { isBlank } from './check.ts'
import { hasChoices, type Option, useChoices } from './choices.ts'
import { type FieldProps, Grouped, Help, idOf, inputOf, isSecret, Labelled, Wrong } from './field-frame.tsx'
import { PairsField } from './pairs-field.tsx'
import { labelOf, wordOf } from './words.ts'

export const FieldView = (props: FieldProps) => {
  const { name, schema } = props
  const kind = kindOf(schema)
  if (hasChoices(name) && schema.pattern === undefined)
    return kind === 'lines' ? <ChosenMany {...props} /> : <Chosen {...props} />
  switch (kind) {
    case 'flag':
      return schema.default === null ? <MaybeFlag {...props} /> : <Flag {...props} />
    case 'word':
      return <Word {...props} />
    case 'words':
      return <Words {...props} />
    case 'object':
      return <ObjectField {...props} />
    case 'pairs':
      return <PairsField {...props} />
    case 'list':
      return <ListField {...props} />
    case 'lines':
      return <LinesField {...props} />
    case 'json':
      return <JsonField {...props} />
    default:
      return <TextField {...props} />
  }
}

const TextField = (props: FieldProps) => {
  const { schema, value, onChange } = props
  const kind = kindOf(schema)
  const text = isBlank(value) ? '' : String(value)
  const shared = {
    ...inputOf(props),
    value: text,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => onChange(typed(kind, currentTarget.value)),
  }
  if (kind === 'long')
    return (
      <Labelled {...props}>
        <textarea {...shared} rows={Math.min(14, Math.max(3, text.split('\n').length + 1))} />
      </Labelled>
    )
  return (
    <Labelled {...props}>
      <input {...shared} {...typeOf(props)} />
    </Labelled>
  )
}

/** Converts a number field's text. Keeps text that is not a number, so that the form reports it. */
const typed = (kind: string, text: string): unknown => {
  if (text === '') return undefined
  const isNumber = kind === 'number' && text.trim() !== '' && Number.isFinite(Number(text))
  return isNumber ? Number(text) : text
}

const typeOf = ({ name, schema }: FieldProps) => {
  if (kindOf(schema) === 'number') return { type: 'text', inputMode: 'decimal', class: 'short' } as const
  if (schema.format === 'uri') return { type: 'url', class: 'wide' } as const
  if (schema.format === 'date') return { type: 'date' } as const
  if (/time$/.test(name) && schema.pattern?.includes(':')) return { type: 'time', step: 1 } as const
  if (/phone|number/.test(name) || (name === 'to' && schema.pattern === undefined))
    return { type: 'tel', placeholder: '+12025550100' } as const
  if (isSecret(name)) return { type: 'password', autocomplete: 'off', class: 'wide' } as const
  return { type: 'text', class: 'wide' } as const
}

const Flag = (props: FieldProps) => {
  const { path, name, schema, value, onChange } = props
  return (
    <div class="field flag">
      <label for={idOf(path)}>
        <input
          {...inputOf(props)}
          required={false}
          type="checkbox"
          checked={isOn(value ?? schema.default)}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
        {labelOf(name)}
      </label>
      <Help {...props} />
      <Wrong {...props} />
    </div>
  )
}

const isOn = (value: unknown): boolean => value === true || value === 1

const MaybeFlag = (props: FieldProps) => (
  <Select
    {...props}
    value={isBlank(props.value) ? undefined : isOn(props.value) ? 'yes' : 'no'}
    choices={['yes', 'no'].map((value) => ({ value, label: wordOf(value) }))}
    empty="Not set"
    onChange={(chosen) => props.onChange(chosen === undefined || chosen === null ? null : chosen === 'yes')}
  />
)

const Word = (props: FieldProps) => {
  const { schema, isRequired } = props
  const choices = (schema.enum ?? []).flatMap((value) => (value === null ? [] : [{ value, label: wordOf(value) }]))
  const usual = isBlank(schema.default) ? undefined : schema.default
  return (
    <Select
      {...props}
      value={props.value ?? usual}
      choices={choices}
      empty={usual !== undefined ? undefined : isRequired ? 'Choose …' : 'Not set'}
    />
  )
}

const Chosen = (props: FieldProps) => {
  const choices = useChoices(props.name)
  if (choices === 'failed') return <TextField {...props} />
  const isKnown = isBlank(props.value) || choices.some(({ value }) => value === props.value)
  const all = isKnown
    ? choices
    : [
        ...choices,
        { value: String(props.value), label: choices.length > 0 ? `${props.value} (not found)` : 'Loading …' },
      ]
  return <Select {...props} choices={all} empty={props.isRequired ? 'Choose …' : 'None'} />
}

interface SelectProps extends FieldProps {
  choices: readonly Option[]
  /** Label of the empty choice; undefined if the field must have a value. */
  empty: string | undefined
}

const Select = ({ choices, empty, ...props }: SelectProps) => (
  <Labelled {...props}>
    <select
      {...inputOf(props)}
      value={isBlank(props.value) ? '' : String(props.value)}
      onChange={({ currentTarget }) => {
        const chosen = choices.find(({ value }) => String(value) === currentTarget.value)
        props.onChange(chosen?.value ?? null)
      }}
    >
      {empty !== undefined && <option value="">{empty}</option>}
      {choices.map(({ value, label }) => (
        <option key={value} value={String(value)}>
          {label}
        </option>
      ))}
    </select>
  </Labelled>
)

const Words = (props: FieldProps) => {
  const choices = (props.schema.items?.enum ?? []).flatMap((value) =>
    value === null ? [] : [{ value, label: wordOf(value) }],
  )
  return <Boxes {...props} choices={choices} />
}

const ChosenMany = (props: FieldProps) => {
  const choices = useChoices(props.name)
  if (choices === 'failed') return <LinesField {...props} />
  return <Boxes {...props} choices={choices} />
}

const Boxes = ({ choices, ...props }: FieldProps & { choices: readonly Option[] }) => {
  const taken = listOf(props.value ?? props.schema.default)
  return (
    <Grouped {...props}>
      <div class="boxes">
        {choices.length === 0 && <p class="quiet">There is nothing to choose yet.</p>}
        {choices.map(({ value, label }) => (
          <label key={value}>
            <input
              type="checkbox"
              checked={taken.includes(value)}
              onChange={({ currentTarget }) => {
                const others = taken.filter((one) => one !== value)
                const order = choices.map((choice) => choice.value)
                const next = currentTarget.checked ? [...others, value] : others
                props.onChange(order.filter((one) => next.includes(one)))
              }}
            />
            {label}
          </label>
        ))}
      </div>
    </Grouped>
  )
}

const LinesField = (props: FieldProps) => {
  const { value, path, errors, onChange, schema } = props
  const wrong = Object.entries(errors).filter(([each]) => each.startsWith(`${path}.`))
  const isNumbers = schema.items !== undefined && kindOf(schema.items) === 'number'
  return (
    <Labelled {...props}>
      <textarea
        {...inputOf(props)}
        rows={Math.min(8, Math.max(2, listOf(value).length + 1))}
        placeholder="One per line"
        value={listOf(value).join('\n')}
        onInput={({ currentTarget }) => {
          const lines = currentTarget.value === '' ? [] : currentTarget.value.split('\n')
          onChange(isNumbers ? lines.map((line) => typed('number', line)) : lines)
        }}
      />
      {wrong.map(([each, sentences]) => (
        <p key={each} class="wrong">
          Line {Number(each.slice(path.length + 1)) + 1}: {sentences.join(' ')}
        </p>
      ))}
    </Labelled>
  )
}

const Members = (props: FieldProps) => {
  const { schema, value, path, errors, onChange } = props
  const members = isRecord(value) ? value : {}
  return (
    <>
      {Object.entries(schema.properties ?? {}).map(([name, member]) =>
        member.const === undefined ? (
          <FieldView
            key={name}
            name={name}
            schema={member}
            path={`${path}.${name}`}
            value={memberOf(value, name)}
            isRequired={schema.required?.includes(name) === true}
            errors={errors}
            onChange={(next) => onChange({ ...members, [name]: next })}
          />
        ) : null,
      )}
    </>
  )
}

const ObjectField = (props: FieldProps) => (
  <Grouped {...props}>
    <Members {...props} />
  </Grouped>
)

const JsonField = (props: FieldProps) => (
  <Labelled {...props}>
    <textarea
      {...inputOf(props)}
      rows={3}
      value={typeof props.value === 'string' ? props.value : isBlank(props.value) ? '' : JSON.stringify(props.value)}
      onInput={({ currentTarget }) => props.onChange(readJson(currentTarget.value))}
    />
  </Labelled>
)

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text === '' ? undefined : text
  }
}

const ListField = (props: FieldProps) => {
  const { name, schema, path, value, onChange } = props
  const items = listOf(value)
  const isFull = items.length >= (schema.maxItems ?? Infinity)
  const replace = (place: number, next: unknown) => onChange(items.map((item, at) => (at === place ? next : item)))
  const remove = (place: number) => {
    onChange(items.filter((_, at) => at !== place))
    document.getElementById(idOf(path))?.focus()
  }
  return (
    <Grouped {...props}>
      {items.map((item, index) => (
        <fieldset key={index} class="item" aria-label={`${labelOf(name)} ${index + 1}`}>
          <Item {...props} path={`${path}.${index}`} value={item} onChange={(next) => replace(index, next)} />
          <button type="button" class="plain" onClick={() => remove(index)}>
            Remove <span class="unseen">{`${labelOf(name)} ${index + 1}`}</span>
          </button>
        </fieldset>
      ))}
      <div class="row">
        <button type="button" class="plain" disabled={isFull} onClick={() => onChange([...items, firstOf(props)])}>
          Add <span class="unseen">{`to ${labelOf(name)}`}</span>
        </button>
      </div>
    </Grouped>
  )
}

const firstOf = ({ schema }: FieldProps): unknown => {
  const type = schema.items?.oneOf?.[0]?.properties?.type?.const
  return type === undefined ? {} : { type }
}

const Item = (props: FieldProps) => {
  const { schema, path, value, errors, onChange } = props
  const items = schema.items ?? {}
  const kinds = (items.oneOf ?? []).flatMap(({ properties }) => properties?.type?.const ?? [])
  return (
    <>
      {kinds.length > 0 && (
        <div class="field">
          <label for={idOf(`${path}.type`)}>Kind</label>
          <select
            id={idOf(`${path}.type`)}
            value={String(memberOf(value, 'type') ?? '')}
            onChange={({ currentTarget }) => onChange({ type: currentTarget.value })}
          >
            {kinds.map((kind) => (
              <option key={kind} value={kind}>
                {wordOf(kind)}
              </option>
            ))}
          </select>
          <Wrong path={`${path}.type`} errors={errors} />
        </div>
      )}
      <Members {...props} schema={items.oneOf ? branchOf(items, value) : items} value={isRecord(value) ? value : {}} />
      <Wrong path={path} errors={errors} />
    </>
  )
}

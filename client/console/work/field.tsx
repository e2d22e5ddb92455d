import type { ComponentChildren } from 'preact'
import { type FieldSchema, isRecord, kindOf, listOf, memberOf } from './catalogue.ts'
import { type Errors, isBlank } from './check.ts'
import { hasChoices, type Option, useChoices } from './choices.ts'
import { ListField } from './list-field.tsx'
import { PairsField } from './pairs-field.tsx'
import { helpOf, labelOf, wordOf } from './words.ts'

export interface FieldProps {
  name: string
  schema: FieldSchema
  /** Position of the value, as answers name it: `tools.0.phone_number`. */
  path: string
  value: unknown
  isRequired?: boolean
  errors: Errors
  onChange: (value: unknown) => void
}

/** One field with its label, its help and what is wrong with it; its schema decides the input. */
export const FieldView = (props: FieldProps) => {
  const { name, schema } = props
  const kind = kindOf(schema)
  if (hasChoices(name)) return kind === 'lines' ? <ChosenMany {...props} /> : <Chosen {...props} />
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

/** The id of the input of a field. */
export const idOf = (path: string): string => `field-${path}`

/** The attributes by which an input has its label, its help and its errors. */
const inputOf = ({ path, schema, errors, isRequired, name }: FieldProps) => {
  const isWrong = errors[path] !== undefined
  const about = [helpOf(schema) && `${idOf(path)}-help`, isWrong && `${idOf(path)}-error`].filter(Boolean).join(' ')
  return {
    id: idOf(path),
    name,
    required: isRequired === true,
    ...(isWrong && { 'aria-invalid': true }),
    ...(about && { 'aria-describedby': about }),
  }
}

/** Sentences about the value at a path. */
export const Wrong = ({ path, errors }: Pick<FieldProps, 'path' | 'errors'>) => {
  const sentences = errors[path]
  return sentences ? (
    <p class="wrong" id={`${idOf(path)}-error`}>
      {sentences.join(' ')}
    </p>
  ) : null
}

const Help = ({ path, schema }: Pick<FieldProps, 'path' | 'schema'>) => {
  const help = helpOf(schema)
  return help ? (
    <p class="help" id={`${idOf(path)}-help`}>
      {help}
    </p>
  ) : null
}

const Labelled = ({ children, ...props }: FieldProps & { children: ComponentChildren }) => (
  <div class="field">
    <label for={idOf(props.path)}>
      {labelOf(props.name)}
      {props.isRequired && <span aria-hidden="true"> *</span>}
    </label>
    {children}
    <Help {...props} />
    <Wrong {...props} />
  </div>
)

/** A group of inputs with one name. */
export const Grouped = ({ children, ...props }: FieldProps & { children: ComponentChildren }) => (
  <fieldset class="field" id={idOf(props.path)} tabIndex={-1}>
    <legend>
      {labelOf(props.name)}
      {props.isRequired && <span aria-hidden="true"> *</span>}
    </legend>
    <Help {...props} />
    {children}
    <Wrong {...props} />
  </fieldset>
)

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

/** Returns typed text as it is sent. The check complains about text that is no number. */
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
  if (/phone|^to$|number/.test(name)) return { type: 'tel', placeholder: '+12025550100' } as const
  if (isSecret(name)) return { type: 'password', autocomplete: 'off', class: 'wide' } as const
  return { type: 'text', class: 'wide' } as const
}

/** Names of fields whose values are kept nowhere. */
export const isSecret = (name: string): boolean => /secret|password|api_key|headers/.test(name)

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
  /** Label of the choice of nothing; undefined if something must be chosen. */
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

/** One box for each choice of which several may be taken. */
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

/** Texts, one per line. */
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

/** The members of an object, each a field. */
export const Members = (props: FieldProps) => {
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

/** Anything else, as JSON. */
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

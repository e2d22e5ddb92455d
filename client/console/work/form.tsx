import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Field } from './catalogue.ts'
import { FieldView } from './field.tsx'
import { idOf } from './field-frame.tsx'
import { type Filling, type FormOptions, useFilling } from './filling.ts'
import { labelOf } from './words.ts'

export interface Group {
  title: string
  names: readonly string[]
}

interface Props extends FormOptions {
  groups: readonly Group[]
  label: string
  cancel: () => void
}

export const Form = ({ groups, label, cancel, ...options }: Props) => {
  const filling = useFilling(options)
  const { fields, state, submit, discard, isDirty } = filling
  return (
    <form class="form" noValidate onSubmit={submit} aria-label={label}>
      <Notices filling={filling} fields={fields} />
      {grouped(groups, fields).map(({ title, fields: within }, index) => (
        <GroupView key={title} title={title} isOpen={index === 0} fields={within} filling={filling} />
      ))}
      <div class="row end actions">
        {isDirty && (
          <button type="button" class="plain" disabled={state === 'saving'} onClick={discard}>
            Discard changes
          </button>
        )}
        <button type="button" class="plain" onClick={cancel}>
          Cancel
        </button>
        <button type="submit" class="primary" disabled={state === 'saving'}>
          {state === 'saving' ? 'Saving …' : label}
        </button>
      </div>
    </form>
  )
}

const restTitle = 'More settings'

/** Sorts fields into their groups; fields without a group get a last group. */
export const grouped = (groups: readonly Group[], fields: readonly Field[]) => {
  const named = new Set(groups.flatMap(({ names }) => names))
  const within = groups.map(({ title, names }) => ({
    title,
    fields: names.flatMap((name) => fields.filter((field) => field.name === name)),
  }))
  const rest = { title: restTitle, fields: fields.filter(({ name }) => !named.has(name)) }
  return [...within, rest].filter((group) => group.fields.length > 0)
}

interface GroupProps {
  title: string
  isOpen: boolean
  fields: readonly Field[]
  filling: Filling
}

const GroupView = ({ title, isOpen, fields, filling: { values, errors, change } }: GroupProps) => (
  <details class="card group" open={isOpen}>
    <summary>
      <h2>{title}</h2>
    </summary>
    <div class="fields">
      {fields.map(({ name, schema, isRequired }) => (
        <FieldView
          key={name}
          name={name}
          schema={schema}
          path={name}
          value={values[name]}
          isRequired={isRequired === true}
          errors={errors}
          onChange={(value) => change(name, value)}
        />
      ))}
    </div>
  </details>
)

const Notices = ({ filling, fields }: { filling: Filling; fields: readonly Field[] }) => {
  const { errors, findings, trouble, conflict, isRestored, discard, retryNow } = filling
  return (
    <>
      {isRestored && (
        <div class="note" role="status">
          <p>Your unsaved changes are back. Secrets are not kept: enter them again.</p>
          <button type="button" class="plain" onClick={discard}>
            Discard them
          </button>
        </div>
      )}
      {conflict && <Conflict filling={filling} fields={fields} />}
      {trouble && (
        <div class="trouble" role="alert">
          <p>
            {trouble.message} <span>{trouble.advice}</span>
          </p>
          {retryNow && (
            <button type="button" class="plain" onClick={retryNow}>
              Try now
            </button>
          )}
        </div>
      )}
      {Object.keys(errors).length > 0 && <Summary errors={errors} findings={findings} />}
    </>
  )
}

/** Links each error to its field. Takes the focus when it appears. */
const Summary = ({ errors, findings }: Pick<Filling, 'errors' | 'findings'>) => {
  const summary = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    openGroups(Object.keys(errors))
    summary.current?.focus()
  }, [findings])
  return (
    <div class="trouble summary" role="alert" tabIndex={-1} ref={summary}>
      <p>Some fields are not right. Nothing was saved.</p>
      <ul>
        {Object.entries(errors).map(([path, sentences]) => (
          <li key={path}>
            <button type="button" class="link" onClick={() => inputAt(path)?.focus()}>
              {path.split('.').map(partOf).join(', ')}
            </button>
            : {sentences.join(' ')}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Writes the parts of a path as labels: `tools`, `0` → `Built-in tools`, `1`. */
const partOf = (part: string): string => (/^\d+$/.test(part) ? String(Number(part) + 1) : labelOf(part))

/** Finds the input at a path, or the nearest input around it. */
const inputAt = (path: string): HTMLElement | null =>
  document.getElementById(idOf(path)) ?? (path.includes('.') ? inputAt(path.slice(0, path.lastIndexOf('.'))) : null)

const openGroups = (paths: readonly string[]): void => {
  for (const path of paths) {
    const group = inputAt(path)?.closest('details')
    if (group) group.open = true
  }
}

const Conflict = ({ filling, fields }: { filling: Filling; fields: readonly Field[] }) => {
  const { conflict, keepMine, discard } = filling
  if (!conflict) return null
  const names = (list: readonly string[]) => list.map(labelOf).join(', ')
  const known = fields.map(({ name }) => name)
  const theirs = conflict.theirs.filter((name) => known.includes(name))
  const both = conflict.both.filter((name) => known.includes(name))
  return (
    <div class="trouble" role="alert">
      <div>
        <p>
          This was saved in another tab or by another person while you edited it. <span>Nothing of yours is lost.</span>
        </p>
        {theirs.length > 0 && (
          <p>
            <span>Changed there: {names(theirs)}.</span>
          </p>
        )}
        {both.length > 0 && (
          <p>
            <span>Changed on both sides: {names(both)}. If you keep yours, it replaces theirs.</span>
          </p>
        )}
      </div>
      <div class="row">
        <button type="button" class="plain" onClick={keepMine}>
          Keep my changes
        </button>
        <button type="button" class="plain" onClick={discard}>
          Take the other version
        </button>
      </div>
    </div>
  )
}

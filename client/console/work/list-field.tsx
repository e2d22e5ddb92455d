import { branchOf, isRecord, listOf, memberOf } from './catalogue.ts'
import { type FieldProps, Grouped, idOf, Members, Wrong } from './field.tsx'
import { labelOf, wordOf } from './words.ts'

/** A list of objects, each with its fields. Objects of several kinds are told apart by `type`. */
export const ListField = (props: FieldProps) => {
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
      {items.map((item, place) => (
        <fieldset key={place} class="item" aria-label={`${labelOf(name)} ${place + 1}`}>
          <Item {...props} path={`${path}.${place}`} value={item} onChange={(next) => replace(place, next)} />
          <button type="button" class="plain" onClick={() => remove(place)}>
            Remove <span class="unseen">{`${labelOf(name)} ${place + 1}`}</span>
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

/** A new entry: of the first kind where there are several. */
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

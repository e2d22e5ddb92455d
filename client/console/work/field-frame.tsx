import type { ComponentChildren } from 'preact'
import type { FieldSchema } from './catalogue.ts'
import type { Errors } from './check.ts'
import { helpOf, labelOf } from './words.ts'

export interface FieldProps {
  name: string
  schema: FieldSchema
  path: string
  value: unknown
  isRequired?: boolean
  errors: Errors
  onChange: (value: unknown) => void
}

export const idOf = (path: string): string => `field-${path}`

export const inputOf = ({ path, schema, errors, isRequired, name }: FieldProps) => {
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

export const Wrong = ({ path, errors }: Pick<FieldProps, 'path' | 'errors'>) => {
  const sentences = errors[path]
  return sentences ? (
    <p class="wrong" id={`${idOf(path)}-error`}>
      {sentences.join(' ')}
    </p>
  ) : null
}

export const Help = ({ path, schema }: Pick<FieldProps, 'path' | 'schema'>) => {
  const help = helpOf(schema)
  return help ? (
    <p class="help" id={`${idOf(path)}-help`}>
      {help}
    </p>
  ) : null
}

export const Labelled = ({ children, ...props }: FieldProps & { children: ComponentChildren }) => (
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

/** True for fields whose values must not be stored. */
export const isSecret = (name: string): boolean => /secret|password|api_key|headers/.test(name)

import { languages } from '../../shared/domain/reference/languages.ts'
import { modelByName } from '../../shared/domain/reference/models.ts'
import { voices } from '../../shared/domain/reference/voices.ts'
import { type ExportedFields, isValues, type Say, textOf, valuesOf } from './rows.ts'

export const text =
  (max: number) =>
  (value: unknown, say: Say): string | undefined => {
    const whole = textOf(value)
    if (whole.length > max) say(`shortened to ${max} characters`)
    return whole.slice(0, max) || undefined
  }

/** Reads a number and divides it by `unit`: 1000 converts milliseconds to seconds. */
export const number =
  (min: number, max: number, unit = 1) =>
  (value: unknown, say: Say): number | undefined => {
    const exact = Number(value) / unit
    if (!Number.isFinite(exact)) return undefined
    const near = Math.min(max, Math.max(min, exact))
    if (near !== exact) say(`${exact} became ${near}: ${min} to ${max} is allowed`)
    return near
  }

export const integer =
  (min: number, max: number, unit = 1) =>
  (value: unknown, say: Say): number | undefined => {
    const near = number(min, max, unit)(value, say)
    return near === undefined ? undefined : Math.round(near)
  }

export const flag = (value: unknown): boolean => value === true || value === 1 || value === '1'

export const isPhone = (value: unknown): value is string => /^\+\d{6,15}$/.test(textOf(value))

export const secureUrl = (value: unknown, say: Say): string | undefined => {
  const url = textOf(value)
  if (/^https:\/\//.test(url)) return url
  say('not carried over; the address must begin with https://')
  return undefined
}

export const languageOfCode = (value: unknown, say: Say): string | undefined => {
  const [code = '', ...others] = (Array.isArray(value) ? value : [value]).map(textOf)
  if (others.length > 0) say('an assistant speaks one language here, the first')
  const [iso2] = code.toLowerCase().split('-')
  const found =
    languages.find(({ relay_code }) => relay_code.toLowerCase() === code.toLowerCase()) ??
    languages.find(({ iso_2 }) => iso_2 === iso2)
  if (!found) say(`${code} is no language here; the default language stands in`)
  return found?.name
}

export const languageOfName = (value: unknown, say: Say): string | undefined => {
  const found = languages.find(({ name }) => name.toLowerCase() === textOf(value).toLowerCase())
  if (!found) say('this language has another name here; the default language stands in')
  return found?.name
}

export const voice = (value: unknown, say: Say): number | undefined => {
  const found = voices.find(({ provider_voice }) => provider_voice === value)
  if (!found) say(`voice ${value} is not on offer here; a voice of the language stands in`)
  return found?.id
}

export const model = (value: unknown, say: Say): string | undefined => {
  const found = modelByName(textOf(value))
  if (found?.kind === 'text') return found.name
  say(`model ${textOf(value) || value} is not on offer here; the default model stands in`)
  return undefined
}

/** Reads a prompt. Renames variables that the exporting product fills in by itself. */
export const prompt =
  (names: Record<string, string>, max: number) =>
  (value: unknown, say: Say): string | undefined => {
    const renamed = textOf(value).replace(/\{\{\s*([^{}]+?)\s*\}\}/g, (whole, name: string) => {
      const ours = names[name] ?? (/^\w+$/.test(name) ? name : undefined)
      if (!ours) say('a {{…}} that is more than a name of a variable has no effect here')
      return ours ? `{{${ours}}}` : whole
    })
    return text(max)(renamed, say)
  }

export const toolName = (value: unknown, say: Say): string | undefined => {
  const name = textOf(value)
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 64)
  if (name !== value) say(`the tool is called ${name} here; its prompt may say another name`)
  return name || undefined
}

const typesOfTools: ExportedFields = { string: 'string', number: 'number', integer: 'number', boolean: 'boolean' }

export const parameters = (schema: unknown, say: Say): ExportedFields[] | undefined => {
  if (!isValues(schema) || !isValues(schema.properties)) return undefined
  const required = Array.isArray(schema.required) ? schema.required : []
  return Object.entries(schema.properties).flatMap(([name, rule]) => {
    const { type, description, ...rest } = isValues(rule) ? rule : ({} as ExportedFields)
    if (!/^[A-Za-z][A-Za-z_]{1,31}$/.test(name)) {
      say(`parameter ${name} is left out: names have 2 to 32 letters and underscores`)
      return []
    }
    if (!typesOfTools[String(type)]) say(`parameter ${name} became a string: its type does not exist here`)
    if (Object.keys(rest).length > 0) say(`parameter ${name}: ${Object.keys(rest).join(', ')} is left out`)
    const words = textOf(description).slice(0, 255)
    const described = words.length < 3 ? `Value of ${name}` : words
    return [
      { name, type: typesOfTools[String(type)] ?? 'string', description: described, required: required.includes(name) },
    ]
  })
}

/** Reads headers from an object of strings, or from a JSON Schema whose properties have values. */
export const headers = (given: unknown, say: Say): ExportedFields[] | undefined => {
  if (!isValues(given)) return undefined
  const entries = isValues(given.properties)
    ? Object.entries(given.properties).map(([name, rule]) => [name, isValues(rule) ? (rule.value ?? rule.default) : ''])
    : Object.entries(given)
  return entries.flatMap(([name, value]) => {
    if (typeof value === 'string' && value !== '') return [{ name, value }]
    say(`header ${name} has no value in the export; add it to the tool`)
    return []
  })
}

const reserved = ['score', 'sentiment', 'outcome', '__proto__']
const typesOfResults: ExportedFields = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'bool',
  bool: 'bool',
}

/** Makes the assistant's `post_call_schema` from a list of `{name, type, description}`. */
export const results = (list: unknown, say: Say): ExportedFields[] | undefined => {
  const made = valuesOf(list).flatMap(({ name, type, description, choices }) => {
    const known = textOf(name).replace(/\W+/g, '_').slice(0, 100)
    if (type === 'system-presets' || !known || reserved.includes(known)) {
      say(`${textOf(name)} is left out: the evaluation has it by itself`)
      return []
    }
    if (known !== name) say(`${textOf(name)} became ${known}`)
    const words = [
      textOf(description) || `Value of ${known}`,
      ...(Array.isArray(choices) ? [`One of: ${choices.join(', ')}`] : []),
    ]
    return [
      { name: known, type: typesOfResults[String(type)] ?? 'string', description: words.join('. ').slice(0, 500) },
    ]
  })
  if (made.length > 32) say('only the first 32 entries are kept')
  return made.length > 0 ? made.slice(0, 32) : undefined
}

export const resultsOfSchema = (schema: unknown, say: Say): ExportedFields[] | undefined =>
  isValues(schema) && isValues(schema.properties)
    ? results(
        Object.entries(schema.properties).map(([name, rule]) => ({ name, ...(isValues(rule) && rule) })),
        say,
      )
    : undefined

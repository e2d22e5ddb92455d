import { piecesOf, variableText } from '../../words/placeholders.ts'
import type { FieldErrors } from '../../words/problem.ts'
import type { Tool, ToolMethod, ToolParameter } from './tool.ts'

export type Arguments = Record<string, string | number | boolean>

export interface ToolRequest {
  method: ToolMethod
  url: string
  headers: { name: string; value: string }[]
  body: string | undefined
}

export interface ToolSending {
  /** Equal for repeated tool calls, so that endpoints recognise them. */
  key: string
  secrets: string[]
  about: Record<string, string>
  limitMs: number
}

const parameterPlaceholder = /\{([A-Za-z][A-Za-z_]*)\}/g

/** Returns the endpoint without placeholders; undefined if it is no URL or its host varies. */
export const plainEndpoint = (endpoint: string): string | undefined => {
  const host = /^https?:\/\/([^/?#]*)/i.exec(endpoint)?.[1]
  if (!host || /[{}@\\\s]/.test(host)) return undefined
  const plain = filled(endpoint, () => 'x').replace(parameterPlaceholder, 'x')
  return !/[{}\s\p{Cc}]/u.test(plain) && URL.canParse(plain) ? plain : undefined
}

export const originOf = (endpoint: string): string | undefined => {
  const plain = plainEndpoint(endpoint)
  return plain && new URL(plain).origin
}

export const endpointParameters = (endpoint: string): string[] =>
  [...filled(endpoint, () => '').matchAll(parameterPlaceholder)].map(([, name = '']) => name)

/** Fills variables by `textOf`; other text passes through `plain`. */
const filled = (
  template: string,
  textOf: (variable: string) => string,
  plain: (text: string) => string = (text) => text,
): string =>
  piecesOf(template)
    .map((piece) => ('text' in piece ? plain(piece.text) : textOf(piece.name)))
    .join('')

export const readArguments = (
  parameters: readonly ToolParameter[],
  given: Record<string, unknown>,
): { args: Arguments; errors: FieldErrors } => {
  const args: Arguments = {}
  const errors: FieldErrors = {}
  for (const { name, type, required } of parameters) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined
    if (value === undefined || value === null || value === '') {
      if (required) errors[name] = [`The ${name} argument is required.`]
      continue
    }
    const read = readers[type](value)
    if (read === undefined) errors[name] = [`The ${name} argument must be a ${type}.`]
    else args[name] = read
  }
  return { args, errors }
}

const readers: Record<ToolParameter['type'], (value: unknown) => string | number | boolean | undefined> = {
  string: (value) => (typeof value === 'object' ? undefined : String(value).slice(0, argumentLengthMax)),
  number: (value) => {
    const number = typeof value === 'string' ? Number(value) : value
    return typeof number === 'number' && Number.isFinite(number) ? number : undefined
  },
  boolean: (value) => (typeof value === 'boolean' ? value : flags[String(value)]),
}
const flags: Record<string, boolean> = { true: true, false: false, '1': true, '0': false }
const argumentLengthMax = 1000

/**
 * Arguments fill placeholders of the path; the rest goes into the query of GET and DELETE, or into
 * the JSON body. Variables are filled last, so an argument cannot contain a placeholder.
 */
export const requestOf = (
  tool: Pick<Tool, 'endpoint' | 'method' | 'headers'>,
  headerValues: readonly string[],
  args: Arguments,
  variables: Record<string, unknown>,
): ToolRequest => {
  const inPath = endpointParameters(tool.endpoint)
  const argumentsIn = (text: string) =>
    text.replace(parameterPlaceholder, (_whole, name: string) => inPlace(String(args[name] ?? '')))
  const url = new URL(filled(tool.endpoint, (name) => inPlace(variableText(variables, name)), argumentsIn))
  const others = Object.entries(args).filter(([name]) => !inPath.includes(name))
  const hasBody = tool.method !== 'GET' && tool.method !== 'DELETE'
  if (!hasBody) for (const [name, value] of others) url.searchParams.append(name, String(value))
  return {
    method: tool.method,
    url: url.href,
    headers: tool.headers.map(({ name }, index) => ({
      name,
      value: filled(headerValues[index] ?? '', (name) => headerText(variableText(variables, name))),
    })),
    body: hasBody ? JSON.stringify(Object.fromEntries(others)) : undefined,
  }
}

/** Escapes an argument for the path. A segment of dots would lead out of the path. */
const inPlace = (text: string): string => (/^\.{1,2}$/.test(text) ? '' : encodeURIComponent(text))

/** Headers allow only ASCII. */
const headerText = (value: string): string =>
  value.replace(/[^\x20-\x7e]+/g, (part) => encodeURIComponent(part.toWellFormed()))

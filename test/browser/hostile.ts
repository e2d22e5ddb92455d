import { readFileSync } from 'node:fs'

const payload = `<img src=//x.example/i onerror=pwned=1><script>pwned=1</script><iframe src=//x.example/h></iframe><svg onload=pwned=1>"'}};pwned=1//`

const computed = ['timezone', 'time_zones', 'url', 'recording_url', 'token', 'after']

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isEnumeration = (schema: unknown): boolean =>
  isObject(schema) &&
  ('enum' in schema || 'const' in schema || [schema.items, schema.anyOf].flat().some((each) => isEnumeration(each)))

const enumerationsIn = (part: unknown): string[] => {
  if (!isObject(part)) return []
  const members = isObject(part.properties) ? Object.entries(part.properties) : []
  return [
    ...members.filter(([, schema]) => isEnumeration(schema)).map(([name]) => name),
    ...Object.values(part).flatMap(enumerationsIn),
  ]
}
const enumerations = new Set(enumerationsIn(JSON.parse(readFileSync('docs/openapi.json', 'utf8'))))

const isPlain = (text: string, name: string): boolean =>
  computed.includes(name) ||
  /^(?:\d\d:.*|\d{4}-\d\d-\d\d.*|https?:.*)?$/s.test(text) ||
  (enumerations.has(name) && /^[a-z][\w-]*$/.test(text))

const maps = ['variables', 'input_variables', 'evaluation', 'webhook_response', 'filters']

/** Returns a copy of an API answer with an attack in every text. */
export const hostile = (value: unknown, name = ''): unknown => {
  if (typeof value === 'string') return isPlain(value, name) ? value : `${value} ${payload}`
  if (Array.isArray(value)) return value.map((each) => hostile(each, name))
  if (!isObject(value)) return value
  const keyOf = (key: string) => (maps.includes(name) ? `${key} ${payload}` : key)
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [keyOf(key), hostile(member, key)]))
}

export const harmless = (address: string): string => {
  const url = new URL(address)
  for (const [name, value] of [...url.searchParams]) url.searchParams.set(name, value.replaceAll(` ${payload}`, ''))
  return url.href
}

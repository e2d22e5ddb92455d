import { createHash } from 'node:crypto'
import { parseArgs } from 'node:util'
import { type Client, createClient, Problem } from '../../client/client.ts'
import { routes } from '../../client/operations.ts'
import { autocalls } from './autocalls.ts'
import { retell } from './retell.ts'
import { type ExportedFields, isValues, valueAt, valuesOf } from './rows.ts'
import { isLink, type MigrationStep, recordsIn, type Vendor } from './steps.ts'
import { vapi } from './vapi.ts'

export const vendors: Readonly<Record<string, Vendor>> = { autocalls, vapi, retell }

export interface MigrationTerminal {
  environment: Readonly<Record<string, string | undefined>>
  read(file: string): Promise<string>
  append(file: string, text: string): Promise<void>
  print(line: string): void
  warn(line: string): void
  fetch?: typeof fetch
}

const usage = `npm run -s migrate -- --from autocalls|vapi|retell --file EXPORT.json [--file …] [--send --to URL]
  [--timezone ZONE] [--language NAME] [--model NAME] [--voice ID] [--retry-interval minutes|seconds]`

const optionsOf = (args: string[]) => {
  const one = { type: 'string' } as const
  const { values } = parseArgs({
    args,
    options: {
      ...{ from: one, file: { type: 'string', multiple: true }, send: { type: 'boolean' }, to: one, voice: one },
      ...{ timezone: one, language: one, model: one, 'retry-interval': one },
    },
  })
  return values
}

export const migrate = async (args: string[], terminal: MigrationTerminal): Promise<number> => {
  const { warn, print, environment } = terminal
  const refuse = (words: string) => {
    warn(`${words}\n${usage}`)
    return 2
  }
  let options: ReturnType<typeof optionsOf>
  try {
    options = optionsOf(args)
  } catch (cause) {
    return refuse(cause instanceof Error ? cause.message : String(cause))
  }
  const { from = '', file: files = [], send, to, language = 'English', timezone = 'UTC', model, voice } = options
  const vendor = Object.hasOwn(vendors, from) ? vendors[from] : undefined
  const [file] = files
  if (!vendor || !file) return refuse('--from must be autocalls, vapi or retell, and --file the path of an export.')
  const retryUnit = options['retry-interval'] ?? 'minutes'
  if (retryUnit !== 'minutes' && retryUnit !== 'seconds') return refuse('--retry-interval must be minutes or seconds.')
  const token = environment.PARLANCE_TOKEN
  if (send && !(token && to))
    return refuse('--send needs --to, the address of the API, and PARLANCE_TOKEN in the environment.')
  const found: ReturnType<typeof recordsIn> = []
  for (const path of files) {
    const content = await terminal.read(path).catch(() => undefined)
    if (content === undefined) return refuse(`${path} cannot be read.`)
    try {
      found.push(...recordsIn(JSON.parse(content), vendor.kindOf))
    } catch {
      return refuse(`${path} is not JSON.`)
    }
  }
  if (found.length === 0) return refuse(`No record of ${from} was found.`)
  const records = (kind: string) => found.filter((one) => one.kind === kind).map(({ record }) => record)
  const defaults = {
    language,
    timezone,
    model,
    retryUnit,
    ...(voice !== undefined && { voice: Number(voice) }),
  } as const
  const requests = vendor.requestsOf(records, defaults, (name) => (words) => warn(`${name}: ${words}`))
  if (!send || !token || !to) {
    for (const request of requests) print(JSON.stringify(lineOf(request)))
    return 0
  }
  const client = createClient({ baseUrl: to, token, ...(terminal.fetch && { fetch: terminal.fetch }) })
  return sendAll(requests, { client, ...{ terminal, to, from, journal: `${file}.sent` } })
}

const lineOf = ({ as, operation, body }: MigrationStep) => {
  const [method, path] = routes[operation]
  return { as, method, path, body }
}

interface Sending {
  client: Client
  terminal: MigrationTerminal
  to: string
  from: string
  /** File of sent requests. Each line has `as` and the created object's id in Parlance. */
  journal: string
}

/**
 * Sends requests that the journal does not list. If the process dies before it writes the journal,
 * the next run repeats the request with the same Idempotency-Key.
 */
const sendAll = async (
  requests: MigrationStep[],
  { client, terminal, to, from, journal }: Sending,
): Promise<number> => {
  const { warn, print } = terminal
  const lines = (await terminal.read(journal).catch(() => '')).split('\n')
  const sent = lines.flatMap(entriesIn).filter((line) => line.to === to && line.from === from)
  const ids = new Map(sent.map(({ as, id }) => [String(as), id]))
  let refused = 0
  for (const { as, operation, body } of requests) {
    if (ids.has(as)) continue
    const filled = withIds(body, ids, (field) => warn(`${as}: ${field}: left out, because it was not created`))
    try {
      const ask = client[operation] as unknown as (
        input: ExportedFields,
        how: { idempotencyKey: string },
      ) => Promise<ExportedFields>
      const answer = await ask(filled, { idempotencyKey: keyOf(from, as, filled) })
      const id = valueAt(answer, 'data.id') ?? null
      for (const { index, errors } of valuesOf(answer.rejected)) warn(`${as}: lead ${index}: ${wordsOf(errors)}`)
      ids.set(as, id)
      const line = JSON.stringify({ to, from, as, id })
      await terminal.append(journal, `\n${line}`)
      print(line)
    } catch (cause) {
      refused += 1
      warn(`${as}: ${cause instanceof Problem ? `${cause.status} ${cause.message} ${wordsOf(cause.errors)}` : cause}`)
    }
  }
  return refused > 0 ? 1 : 0
}

/** Reads a journal line; skips a line that a killed process left incomplete. */
const entriesIn = (line: string): ExportedFields[] => {
  try {
    return valuesOf([JSON.parse(line)])
  } catch {
    return []
  }
}

const wordsOf = (errors: unknown) => (isValues(errors) ? Object.values(errors).flat().join(' ') : '')

const withIds = (body: ExportedFields, ids: Map<string, unknown>, say: (field: string) => void): ExportedFields => {
  const fill = (value: unknown, field: string): unknown => {
    if (!isLink(value)) return value
    if (!ids.has(value.id_of)) say(field)
    return ids.get(value.id_of)
  }
  const entries = Object.entries(body).map(([field, value]) => [
    field,
    Array.isArray(value) ? value.map((one) => fill(one, field)).filter((one) => one !== undefined) : fill(value, field),
  ])
  return Object.fromEntries(entries)
}

/**
 * Makes an idempotency key. An unchanged request keeps its key in every run; a changed request gets
 * another key.
 */
const keyOf = (from: string, as: string, body: ExportedFields) => {
  const hash = createHash('sha256').update(JSON.stringify([from, as, body]))
  return `migrate-${hash.digest('hex')}`
}

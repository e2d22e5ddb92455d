import { isPerson, type Person, personOf } from '../../domain/people/mentions.ts'
import { type PersonWork, personFileKey, walkPauseMs } from '../../domain/people/person-work.ts'
import type { Dependencies } from '../../services.ts'
import { personNouns, type UserNoun } from '../../table/items.ts'
import { must } from '../../words/must.ts'
import { type EraseServices, erasePersonThing } from './erase-person.ts'

export type PersonServices = EraseServices &
  Dependencies<
    | 'conversations.utterances'
    | 'evidence.contents'
    | 'people.page'
    | 'people.tell'
    | 'personWorks.advance'
    | 'recordings.keep'
    | 'toolCalls.list'
  >

/** Bytes of a file. Small, because a function holds the file in memory. */
const fileBytesMax = 4_000_000
const filePagesMax = 40

/**
 * Does one step of an export or erasure. After a crash, the step runs again. Undefined on a
 * conflict.
 */
export const workOnPerson = (work: PersonWork, services: PersonServices): Promise<PersonWork | undefined> =>
  work.kind === 'export' ? writeFile(work, services) : erasePage(work, services)

const personIn = ({ phone_number }: PersonWork): Person => personOf(must(phone_number, 'number of the person'))

const nounOf = ({ noun }: PersonWork): UserNoun =>
  personNouns.find((one) => one === noun) ?? must(personNouns[0], 'noun')

const behind = (noun: UserNoun, after: string | undefined): Pick<PersonWork, 'noun' | 'after'> =>
  after === undefined ? { noun: personNouns[personNouns.indexOf(noun) + 1], after } : { noun, after }

const erasePage = async (work: PersonWork, services: PersonServices): Promise<PersonWork | undefined> => {
  const { people, personWorks, clock } = services
  const [person, noun, now] = [personIn(work), nounOf(work), clock.now()]
  const { keys, after } = await people.page(work.user_id, noun, person, work.after)
  const at = { now, walked_at: work.walked_at }
  let [erased, left, found] = [0, 0, 0]
  for (const key of keys) {
    const outcome = await erasePersonThing({ user_id: work.user_id, noun, key }, person, at, services)
    if (outcome === 'erased') erased += 1
    if (outcome === 'left') left += 1
    if (outcome !== 'stays') found += 1
  }
  const next = behind(noun, after)
  const done: Omit<PersonWork, 'revision'> = {
    ...work,
    ...next,
    items: work.items + erased,
    found: work.found + found,
    left: (work.noun === undefined ? 0 : work.left) + left,
  }
  if (next.noun !== undefined) return personWorks.advance(work, done, now)
  return personWorks.advance(work, done.found === 0 ? finished(done, now) : walked(done, now), now)
}

/**
 * Ends a pass over the items. The next pass starts after a pause that is longer than any function
 * runs.
 */
const walked = (work: Omit<PersonWork, 'revision'>, now: number): Omit<PersonWork, 'revision'> => ({
  ...work,
  ...{ walks: work.walks + 1, walked_at: now, next_at: now + walkPauseMs, found: 0 },
})

const finished = (work: Omit<PersonWork, 'revision'>, now: number): Omit<PersonWork, 'revision'> => {
  const { phone_number, next_at, walked_at, ...kept } = work
  return { ...kept, walks: work.walks + 1, status: 'done', left: 0, finished_at: now }
}

const writeFile = async (work: PersonWork, services: PersonServices): Promise<PersonWork | undefined> => {
  const { people, personWorks, recordings, clock } = services
  const person = personIn(work)
  const lines: string[] = []
  let next: Pick<PersonWork, 'noun' | 'after'> = { noun: nounOf(work), after: work.after }
  let bytes = 0
  for (let pages = 0; next.noun !== undefined && bytes < fileBytesMax && pages < filePagesMax; pages++) {
    const noun = nounOf({ ...work, ...next })
    const { keys, after } = await people.page(work.user_id, noun, person, next.after)
    for (const key of keys)
      for (const item of await exportItem({ user_id: work.user_id, noun, key, person }, services)) {
        const line = `${JSON.stringify(item)}\n`
        lines.push(line)
        bytes += line.length
      }
    next = behind(noun, after)
  }
  const isDone = next.noun === undefined
  const file = lines.length > 0 || (isDone && work.files === 0) ? 1 : 0
  if (file === 1) await recordings.keep(personFileKey(work, work.files + 1), new TextEncoder().encode(lines.join('')))
  const now = clock.now()
  return personWorks.advance(
    work,
    {
      ...work,
      ...next,
      ...{ files: work.files + file, items: work.items + lines.length },
      ...(isDone && { status: 'done', finished_at: now }),
    },
    now,
  )
}

interface ExportedItem {
  noun: string
  key: string
  data: object
}

/** Items that a person export skips: parts of a call, and records that only hold copies of data. */
const exportedElsewhere: readonly UserNoun[] = [
  ...(['call-detail', 'talk', 'utterance', 'tool-call', 'call-number', 'call-mark'] as const),
  ...(['data-export', 'evidence-export', 'lead-import', 'person-work', 'idempotency'] as const),
]

const exportItem = async (
  { user_id, noun, key, person }: { user_id: number; noun: UserNoun; key: string; person: Person },
  services: PersonServices,
): Promise<ExportedItem[]> => {
  if (exportedElsewhere.includes(noun)) return []
  if (noun === 'call') return exportCall(user_id, key, person, services)
  const data =
    noun === 'evidence-facts'
      ? (await services.evidence.contents(user_id, [key]))[0]
      : await services.people.tell({ user_id, noun, key }, person)
  return data ? [{ noun, key, data }] : []
}

const exportCall = async (
  user_id: number,
  key: string,
  person: Person,
  services: PersonServices,
): Promise<ExportedItem[]> => {
  const { calls, conversations, toolCalls } = services
  const ref = { user_id, call_id: Number(key) }
  const call = await calls.find(ref)
  if (!call) return []
  const data = { noun: 'call', key, data: call }
  if (!isPerson(person, call.client_phone_number)) return [data]
  const [[detail], said, tools] = await Promise.all([
    calls.details([ref]),
    conversations.utterances(ref),
    toolCalls.list(ref),
  ])
  return [
    data,
    ...(detail ? [{ noun: 'call-detail', key, data: detail }] : []),
    ...said.map((data, index) => ({ noun: 'utterance', key: `${key}#${index}`, data })),
    ...tools.map((data) => ({ noun: 'tool-call', key: `${key}#${data.hash}`, data })),
  ]
}

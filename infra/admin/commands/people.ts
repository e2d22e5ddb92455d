import { workOnPerson } from '../../../shared/actions/people/work-on-person.ts'
import { personOf } from '../../../shared/domain/people/mentions.ts'
import {
  newPersonWork,
  type PersonWork,
  type PersonWorkKind,
  personFileKey,
} from '../../../shared/domain/people/person-work.ts'
import { type Command, command } from '../command.ts'
import { flag, phone, user } from '../options.ts'
import { refuse } from '../refusal.ts'
import type { AdminTools } from '../tools.ts'
import { known, newId } from './known.ts'

export const personCommands: Command[] = [
  command({
    name: 'person export',
    summary: 'Writes down all that is known of a phone number, and names links to the files, which work for an hour.',
    options: { user: user(), number: phone() },
    run: async ({ user, number }, tools) => {
      await known(tools, user)
      const work = await runWork(user, 'export', number.number, tools)
      return { id: work.id, items: work.items, files: linksOf(work, tools) }
    },
  }),
  command({
    name: 'person erase',
    summary:
      'Erases all that is known of a phone number; an opt-out stays as a keyed hash, and binds. Takes some minutes, and goes on if it is killed.',
    options: { user: user(), number: phone(), yes: flag() },
    run: async ({ user, number, yes }, tools) => {
      await known(tools, user)
      if (await tools.people.isOnCall(user, personOf(number.number)))
        refuse('The person is in a call. Run this again when it is over.')
      if (!yes) refuse('This cannot be undone. Export what you need, then say --yes.')
      const work = await runWork(user, 'erasure', number.number, tools)
      return { id: work.id, erased: work.items, walks: work.walks }
    },
  }),
]

/**
 * Runs a person's export or erasure in this process, with the steps of the worker `handle-person`.
 */
const runWork = async (
  user_id: number,
  kind: PersonWorkKind,
  number: string,
  tools: AdminTools,
): Promise<PersonWork> => {
  const { personWorks, clock, showProgress } = tools
  const id = await newId(
    tools,
    async (id) => (await personWorks.begin(newPersonWork(id, user_id, kind, number), 'operator')) === 'opened',
  )
  for (;;) {
    const work = await personWorks.find({ user_id, work_id: id })
    if (!work) return refuse('It was removed meanwhile.')
    if (work.status !== 'waiting') return work
    showProgress(`${work.items} things, walk ${work.walks + 1}${work.left > 0 ? `, waits for ${work.left}` : ''}`)
    const pauseMs = (work.next_at ?? 0) - clock.now()
    if (pauseMs > 0) await clock.sleep(pauseMs)
    else await workOnPerson(work, tools)
  }
}

const linksOf = (work: PersonWork, { recordings }: AdminTools): string[] =>
  Array.from({ length: work.files }, (_, index) => recordings.link(personFileKey(work, index + 1)))

import { importList, isDone } from '../../../shared/actions/opt-outs/import-list.ts'
import { dayMisfit, type NewList, newImport } from '../../../shared/domain/suppression-lists/list-form.ts'
import { operatorId } from '../../../shared/domain/suppression-lists/list-head.ts'
import { listImportView, listView } from '../../../shared/domain/suppression-lists/suppression-list.ts'
import { idAt } from '../../../shared/words/id.ts'
import { type Command, command } from '../command.ts'
import { calendarDay, country, file, optional, text, user } from '../options.ts'
import { readPieces } from '../pieces.ts'
import { refuse } from '../refusal.ts'
import type { AdminTools } from '../tools.ts'
import { known } from './known.ts'

export const suppressionCommands: Command[] = [
  command({
    name: 'suppression import',
    summary:
      'Imports a do-not-call list for all users, or for one, in the place of the one of that name; run again, it goes on where it was interrupted.',
    options: {
      file: file(),
      name: text('NAME'),
      'as-of': calendarDay(),
      country: optional(country()),
      user: optional(user()),
    },
    run: async ({ file, name, 'as-of': as_of, country: own, user }, tools) => {
      if (user !== undefined) await known(tools, user)
      if (Object.keys(dayMisfit(as_of, tools.clock.now())).length > 0) refuse('--as-of must not be in the future.')
      return bring({ name, as_of, ...(own && { country: own }) }, user ?? operatorId, file, tools)
    },
  }),
  command({
    name: 'suppression list',
    summary: "Shows the do-not-call lists that are in force for all users, or one user's own.",
    options: { user: optional(user()) },
    run: async ({ user }, { suppressionLists, clock }) => {
      const { lists } = await suppressionLists.head(user ?? operatorId)
      return { lists: lists.map((list) => listView(list, clock.now())) }
    },
  }),
]

/** Continues an unfinished import of the same file, or else starts a new import. */
const bring = async (draft: NewList, user_id: number, path: string, tools: AdminTools): Promise<object> => {
  const { suppressionLists, clock, random, showProgress, warn } = tools
  const open = async () => readPieces(path)
  const fresh = newImport(draft, { id: idAt(clock.now(), random.number()), user_id }, clock.now())
  const begun = (await suppressionLists.imports(user_id)).findLast(
    (one) =>
      !isDone(one) &&
      !one.removes &&
      one.wait_until === undefined &&
      one.name === fresh.name &&
      one.as_of === fresh.as_of,
  )
  if (begun) warn(`Continuing an import that was interrupted at block ${begun.written}.`)
  else if ((await suppressionLists.begin(fresh, 'operator')) !== 'opened')
    refuse('The id of the import is taken; run it again.')
  let made = begun ?? fresh
  while (!isDone(made)) {
    const onProgress = (written: number, blocks: number) => showProgress(`${written} of ${blocks} blocks written`)
    const after = await importList(tools, { before: made, open, until: Number.MAX_SAFE_INTEGER, onProgress })
    made = after ?? refuse('Another process imports that list.')
  }
  for (const { line, reason } of made.refused_rows) warn(`Line ${line}: ${reason}`)
  return listImportView(made)
}

import { type HistoryNoun, historyNouns } from '../../../shared/table/history-ref.ts'
import { type Command, command } from '../command.ts'
import { type DoctorFinding, lineOf, reasonOf } from '../doctor/finding.ts'
import { oneOf, optional, user } from '../options.ts'
import type { AdminTools } from '../tools.ts'
import { known } from './known.ts'

export const historyCommands: Command[] = [
  command({
    name: 'history check',
    summary:
      "Compares each of a user's lists with its records, all of them read: a line for each list and what differs; exit status 1 when anything does.",
    options: { user: user() },
    run: async ({ user }, tools) => {
      await known(tools, user)
      const findings: DoctorFinding[] = []
      // Checks one list after another, because each may have a million records.
      for (const noun of historyNouns) findings.push(await compared(user, noun, tools))
      return { lines: findings.map(lineOf), isWell: findings.every((finding) => 'well' in finding) }
    },
  }),
  command({
    name: 'history rebuild',
    summary:
      "Compacts a user's lists, or one of them, again from the records. Meanwhile lists are right, and long ones answer 503 with Retry-After.",
    options: { user: user(), list: optional(oneOf(historyNouns)) },
    run: async ({ user, list }, tools) => {
      await known(tools, user)
      const rebuilt: { list: HistoryNoun; rebuilt: boolean }[] = []
      for (const noun of list ? [list] : historyNouns)
        rebuilt.push({ list: noun, rebuilt: await tools.histories.rebuild({ user_id: user, noun }) })
      return rebuilt
    },
  }),
]

const compared = async (
  user_id: number,
  noun: HistoryNoun,
  { histories, showProgress }: AdminTools,
): Promise<DoctorFinding> => {
  showProgress(`reading each ${noun}`)
  const mend = `Run it again; then history rebuild --list ${noun}.`
  const found = await histories.compare({ user_id, noun }).catch(reasonOf)
  if (typeof found === 'string') return { about: noun, wrong: `It cannot be read (${found}). ${mend}` }
  if (!found)
    return {
      about: noun,
      wrong: 'It cannot be told yet: too many records wait for compaction. The doctor says how many.',
    }
  const { records, differences } = found
  const counted = `${records} ${records === 1 ? 'record' : 'records'}`
  if (differences.length === 0) return { about: noun, well: `${counted}, and the list has them all.` }
  return {
    about: noun,
    wrong: `${counted}: ${differences.join('; ')}. ${mend}`,
  }
}

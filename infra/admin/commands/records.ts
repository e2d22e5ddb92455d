import type { Campaign } from '../../../shared/domain/campaigns/campaign.ts'
import { type Command, command } from '../command.ts'
import { eraseUser } from '../erase.ts'
import { exportUser } from '../export.ts'
import { importLeads, openLocalFile } from '../import-leads.ts'
import { campaign, file, flag, optional, text, user } from '../options.ts'
import { refuse } from '../refusal.ts'
import type { AdminTools } from '../tools.ts'
import { known } from './known.ts'

export const recordCommands: Command[] = [
  command({
    name: 'leads import',
    summary:
      'Adds the rows of a file (CSV, or XLSX with --sheet NAME) to a campaign as leads; run again, it continues where it was interrupted.',
    options: { campaign: campaign(), file: file(), sheet: optional(text('NAME')), 'allow-duplicates': flag() },
    run: async ({ campaign, file, sheet, 'allow-duplicates': anyNumber }, tools) =>
      importLeads(
        { campaign: await campaignOfAnybody(tools, campaign), file: await openLocalFile(file), sheet, anyNumber },
        tools,
      ),
  }),
  command({
    name: 'export',
    summary:
      "Writes all of one user's data into a file, user-ID.jsonl by default, and the recordings beside it; run again, it goes on where it was interrupted.",
    options: { user: user(), out: optional(file()) },
    run: async ({ user, out }, tools) => {
      await known(tools, user)
      return exportUser(user, out ?? `user-${user}.jsonl`, tools)
    },
  }),
  command({
    name: 'delete',
    summary:
      "Erases all of one user's data, recordings included, for good; refuses while calls are live. Run again, it goes on.",
    options: { user: user(), yes: flag() },
    run: async ({ user, yes }, tools) => {
      if (!yes) refuse(`This cannot be undone. Export what you need, then say --yes to erase all data of user ${user}.`)
      return eraseUser(user, tools)
    },
  }),
]

/** Searches the campaigns of all users, because campaigns are stored by user. */
const campaignOfAnybody = async ({ users, campaigns }: AdminTools, id: number): Promise<Campaign> => {
  const found = await Promise.all((await users.list()).map((user) => campaigns.find(user.id, id)))
  return found.find((campaign) => campaign !== undefined) ?? refuse(`There is no campaign ${id}.`)
}

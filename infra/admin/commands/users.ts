import { countriesOf } from '../../../shared/domain/account/account.ts'
import { isoTime } from '../../../shared/words/time.ts'
import { type Command, command } from '../command.ts'
import { countries, email, months, optional, startingBalance, text, user } from '../options.ts'
import { refuse } from '../refusal.ts'
import { resumeUser, suspendUser, wakeCampaigns } from '../suspension.ts'
import { newId } from './known.ts'
import { newToken } from './tokens.ts'
import { moveBalance } from './user-resources.ts'

export const userCommands: Command[] = [
  command({
    name: 'user create',
    summary: 'Adds a user with a first API token, which is shown only now.',
    options: { name: text('NAME'), email: email(), balance: optional(startingBalance()) },
    run: async ({ name, email, balance = 0 }, tools) => {
      const created_at = tools.clock.now()
      const id = await newId(tools, (id) => tools.users.create({ id, name, email, created_at }))
      if (balance > 0) await moveBalance(tools, id, balance)
      return { id, token: await newToken(tools, id) }
    },
  }),
  command({
    name: 'user list',
    summary: 'All users.',
    options: {},
    run: async (_, { users }) =>
      (await users.list()).map(({ id, name, email, created_at }) => ({
        id,
        name,
        email,
        created_at: isoTime(created_at),
      })),
  }),
  command({
    name: 'user retention',
    summary: 'How long transcripts and recordings of calls from now on are kept; those that there are keep their date.',
    options: { user: user(), months: months() },
    run: async ({ user, months }, { users }) => {
      if (!(await users.keepFor(user, months))) refuse(`There is no user ${user}.`)
      return { id: user, retention_months: months }
    },
  }),
  command({
    name: 'user suspend',
    summary:
      'Stops everything of a user: no request is answered, no call begins, those that run end within a minute. Nothing is lost.',
    options: { user: user() },
    run: ({ user }, tools) => suspendUser(user, tools),
  }),
  command({
    name: 'user resume',
    summary: 'Lets a suspended user go on: tokens are good again, and campaigns dial where they stood.',
    options: { user: user() },
    run: ({ user }, tools) => resumeUser(user, tools),
  }),
  command({
    name: 'user countries',
    summary: "The only countries that a user may call and text, in place of the stage's; all: what the stage allows.",
    options: { user: user(), set: countries() },
    run: async ({ user, set }, tools) => {
      const list = set === 'all' ? undefined : set
      if (!(await tools.accounts.allowCountries(user, list))) refuse(`There is no user ${user}.`)
      await wakeCampaigns(user, tools)
      return { id: user, countries: countriesOf(await tools.accounts.means(user)) ?? 'all' }
    },
  }),
]

import * as z from 'zod'
import { BlacklistItem } from '../domain/account/blacklist-entry.ts'
import { optional, text } from '../words/fields.ts'
import { form } from '../words/form.ts'
import { pageFields, pageOf } from '../words/page.ts'
import { http } from './define.ts'

const area = 'blacklist'

export const listBlacklist = http({
  id: 'list-blacklist',
  area,
  method: 'GET',
  path: '/user/blacklist',
  summary: 'List blocked numbers',
  description:
    'Numbers that are never dialled or texted. `source` is the first reason. `needs_review` is true when a phrase in a call was the reason, which may have had another meaning.',
  query: form(pageFields),
  returns: pageOf(BlacklistItem),
  problems: ['list_not_ready'],
  uses: ['blacklist.page'],
})

export const blacklistNumber = http({
  id: 'blacklist-number',
  area,
  method: 'POST',
  path: '/user/blacklist',
  summary: 'Block a number for calls and texts',
  description: 'Every later dial and text is refused. A number that is blocked already keeps its entry.',
  body: form({
    phone_number: text({ max: 64 }),
    reason: optional(text({ max: 255 })),
  }),
  status: 201,
  returns: z.object({ message: z.string(), data: BlacklistItem }),
  problems: ['invalid_phone_number'],
  uses: ['blacklist.add', 'compactionStarter.start'],
})

export const removeFromBlacklist = http({
  id: 'remove-from-blacklist',
  area,
  method: 'DELETE',
  path: '/user/blacklist/{id}',
  summary: 'Allow a blacklisted number again',
  description:
    'Removes the whole entry, whatever its reason. An entry that came from the person (`source` is neither `user` nor `list`) needs `because`, which is stored with the change: without it, 422. Leads that were set aside because of the number are queued again.',
  query: form({ because: optional(text({ max: 255 })) }),
  missing: 'blacklist_entry_not_found',
  returns: z.object({ message: z.string() }),
  uses: ['blacklist.remove', 'dispatchCampaignQueue.nudge', 'leads.unblock'],
})

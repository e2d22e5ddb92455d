import { countriesOf } from '../../shared/domain/account/account.ts'
import type { AdminTools } from './tools.ts'

/**
 * Reports which countries users may call and text, and whether the carrier's account has usage
 * triggers. `asksCarrier` is false with the simulated carrier.
 */
export const spendingOf = async (
  tools: AdminTools,
  asksCarrier: boolean,
): Promise<{ well: string } | { untold: string }> => {
  const { carrier, stack } = tools
  const stageList = stack.parts.settings.get('CALL_COUNTRIES')
  const told = [
    stageList
      ? `Calls and messages reach ${stageList.replaceAll(',', ', ')} alone, but for users with a list of their own.`
      : 'Every country may be called and texted: deploy with -c callCountries=…, or give users lists with user countries.',
    await sentenceAboutUsers(tools),
  ]
  if (!asksCarrier) return { well: told.filter(Boolean).join(' ') }
  const triggers = await carrier.fetchUsageTriggers()
  const watch =
    triggers > 0
      ? `The carrier watches what is spent, with ${triggers} usage ${triggers === 1 ? 'trigger' : 'triggers'}.`
      : 'The carrier has no usage trigger: set one on the total price, so that it tells you what a stolen token spends.'
  const text = [...told, watch].filter(Boolean).join(' ')
  return triggers > 0 ? { well: text } : { untold: text }
}

const sentenceAboutUsers = async ({ users, campaigns, accounts }: AdminTools): Promise<string | undefined> => {
  const standings = await Promise.all(
    (await users.list()).map(async ({ id }) => {
      const [means, owned] = await Promise.all([accounts.means(id), campaigns.list(id)])
      const waiting = owned.filter(({ barred_under }) => barred_under !== undefined).length
      return { id, waiting, countries: countriesOf(means), isSuspended: means.account.suspended_at !== undefined }
    }),
  )
  const waiting = standings.filter((user) => user.waiting > 0)
  const suspended = standings.filter(({ isSuspended }) => isSuspended)
  const sentences = [
    waiting.length > 0 &&
      `Leads wait because their countries are not allowed: of ${waiting
        .map(({ id, countries = [] }) => `user ${id} (${countries.join(', ')})`)
        .join(', ')}.`,
    suspended.length > 0 && `Suspended: user ${suspended.map(({ id }) => id).join(', ')}.`,
  ]
  return sentences.filter(Boolean).join(' ') || undefined
}

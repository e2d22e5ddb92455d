import type { OwnedNumber } from '../../shared/domain/account/number.ts'
import type { AccountNumber } from '../../shared/providers/carrier.ts'
import { publicUrl } from '../../shared/providers/web/addresses.ts'
import { maskPhone } from '../../shared/words/mask.ts'
import type { AdminTools } from './tools.ts'

const numbersAtOnce = 10

/** Lists numbers that belong to the carrier's account. Skips caller ids and SIP numbers. */
export const carrierNumbers = async ({ users, numbers, clock }: AdminTools): Promise<OwnedNumber[]> => {
  const owned = await Promise.all((await users.list()).map(({ id }) => numbers.list(id)))
  return owned
    .flat()
    .filter(
      ({ type_label, expires_at }) => type_label === 'Normal' && (expires_at ?? Number.POSITIVE_INFINITY) > clock.now(),
    )
}

export interface NumberRoute {
  number: OwnedNumber
  /** Undefined when the carrier's account does not have the number. */
  held: AccountNumber | undefined
  /** Faults of the number's webhook settings; empty when its calls reach this stage. */
  faults: string[]
}

export const routesOf = async (owned: OwnedNumber[], tools: AdminTools): Promise<NumberRoute[]> => {
  const routes: NumberRoute[] = []
  // Asks about a few numbers at a time, because of the carrier's limits.
  for (let start = 0; start < owned.length; start += numbersAtOnce) {
    const asked = owned.slice(start, start + numbersAtOnce)
    routes.push(
      ...(await Promise.all(
        asked.map(async (number) => {
          const held = await tools.carrier.fetchNumber(number.phone_number)
          return { number, held, faults: faultsOf(number, held, tools) }
        }),
      )),
    )
  }
  return routes
}

const faultsOf = (number: OwnedNumber, set: AccountNumber | undefined, { stack }: AdminTools): string[] => {
  const shown = maskPhone(number.phone_number)
  if (!set) return [`the account has no number ${shown} (id ${number.id}): buy it there, or give it its own`]
  const urlOf = (path: string) => publicUrl(stack.parts.settings, path)
  const wanted: [name: string, set: string | undefined, path: string, matters: boolean][] = [
    ['"A call comes in"', set.voice_url, '/carrier/incoming-call', true],
    ['"Call status changes"', set.status_url, '/carrier/incoming-status', true],
    ['"A message comes in"', set.message_url, '/carrier/incoming-message', number.can_send_sms],
  ]
  const wrong = wanted.filter(([, set, path, matters]) => matters && set !== urlOf(path))
  const overrides = [set.voice_override, number.can_send_sms ? set.message_override : undefined]
  const elsewhere = overrides.flatMap((sid) =>
    sid ? [`take ${shown} out of ${sid}, which its calls or messages go to whatever its addresses say`] : [],
  )
  const fetched = set.is_posted ? [] : [`let ${shown} use HTTP POST for each of its addresses`]
  if (wrong.length === 0) return [...elsewhere, ...fetched]
  return [
    ...elsewhere,
    ...fetched,
    `set for ${shown} ${wrong.map(([name, , path]) => `${name} to ${urlOf(path)}`).join(', ')}`,
  ]
}

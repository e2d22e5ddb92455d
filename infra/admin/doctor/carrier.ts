import { publicUrl } from '../../../shared/providers/web/addresses.ts'
import { maskPhone } from '../../../shared/words/mask.ts'
import { carrierFields } from '../../stack/carrier-secret.ts'
import { spendingOf } from '../spending.ts'
import type { Tools } from '../tools.ts'
import type { Check } from './finding.ts'
import { hasCarrier } from './has-carrier.ts'

const carrierJson = JSON.stringify(Object.fromEntries(carrierFields.map((name) => [name, '…'])))

export const carrierChecks: Record<string, Check> = {
  'carrier secret': async ({ stack }) => {
    const fields = await stack.parts.secrets.read('CARRIER').catch(unreadable)
    if (fields instanceof Error) return { wrong: `${fields.message}. ${stack.howToFill('CARRIER', carrierJson)}` }
    const missing = carrierFields.filter((name) => !fields[name])
    if (missing.length === 0) return { well: `It holds ${carrierFields.join(' and ')}.` }
    return { wrong: `It lacks ${missing.join(' and ')}. ${stack.howToFill('CARRIER', carrierJson)}` }
  },

  'carrier account': async ({ carrier, stack }) => {
    if (!(await hasCarrier(stack))) return { untold: 'First fill the carrier secret.' }
    const status = await carrier.fetchAccount()
    if (status === 'active') return { well: 'The carrier accepts the credentials, and the account is active.' }
    if (status === 'unknown')
      return {
        wrong: `The carrier refuses ${carrierFields.join(' and ')}: copy them from its console. ${stack.howToFill('CARRIER', carrierJson)}`,
      }
    return { wrong: `The carrier account is ${status}: no call and no message goes out. Ask the carrier why.` }
  },

  'carrier numbers': async (tools) => {
    if (!(await hasCarrier(tools.stack))) return { untold: 'First fill the carrier secret.' }
    const owned = await carrierNumbers(tools)
    if (owned.length === 0) return { well: 'No user has a number of the carrier yet.' }
    const wrong: string[] = []
    // A few at a time: the carrier refuses many requests at once.
    for (let start = 0; start < owned.length; start += numbersAtOnce) {
      const asked = owned.slice(start, start + numbersAtOnce)
      wrong.push(...(await Promise.all(asked.map((number) => misdirected(number, tools)))).flat())
    }
    if (wrong.length === 0) return { well: `All ${owned.length} lead here.` }
    return { wrong: `At the carrier, ${wrong.join('; ')} (all POST).` }
  },

  spending: async (tools) => spendingOf(tools, await hasCarrier(tools.stack)),
}

const numbersAtOnce = 10

/**
 * The numbers that people can call or text: a caller id belongs to another account, and SIP comes
 * from another carrier.
 */
const carrierNumbers = async ({ users, numbers, clock }: Tools) => {
  const owned = await Promise.all((await users.list()).map(({ id }) => numbers.list(id)))
  return owned
    .flat()
    .filter(
      ({ type_label, expires_at }) => type_label === 'Normal' && (expires_at ?? Number.POSITIVE_INFINITY) > clock.now(),
    )
}

type Owned = Awaited<ReturnType<typeof carrierNumbers>>[number]

/** What is to be set differently at the carrier for this number. */
const misdirected = async (number: Owned, { carrier, stack }: Tools): Promise<string[]> => {
  const shown = maskPhone(number.phone_number)
  const set = await carrier.fetchNumber(number.phone_number)
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

const unreadable = (cause: unknown): Error => (cause instanceof Error ? cause : new Error(String(cause)))

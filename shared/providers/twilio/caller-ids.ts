import * as z from 'zod'
import type { Refusal } from '../../words/refusal.ts'
import type { Settings } from '../aws/settings.ts'
import type { Carrier, Verification } from '../carrier.ts'
import { publicUrl } from '../web/addresses.ts'
import { readJson } from './read-json.ts'
import { type Rest, refusedOutcome } from './rest-client.ts'

type CarrierCallerIds = Pick<Carrier, 'verifyCallerId' | 'fetchCallerId' | 'forgetCallerId'>

const Validation = z.object({ validation_code: z.coerce.string() })
const CallerIdList = z.object({
  outgoing_caller_ids: z.array(
    z.object({ sid: z.string(), phone_number: z.string(), friendly_name: z.string().nullish() }),
  ),
})

/** https://www.twilio.com/docs/voice/api/outgoing-caller-ids */
export const carrierCallerIds = (settings: Settings, rest: Rest): CarrierCallerIds => ({
  verifyCallerId: async ({ phone_number, name, ref }) => {
    const form = new URLSearchParams({
      PhoneNumber: phone_number,
      FriendlyName: name,
      StatusCallback: publicUrl(settings, `/carrier/caller-ids/${ref}/status`),
      StatusCallbackMethod: 'POST',
    })
    try {
      const response = await rest.ask('/OutgoingCallerIds.json', { form })
      return verificationOf(response.status, await readJson(response))
    } catch (cause) {
      return { outcome: 'unknown', reason: cause instanceof Error ? cause.message : String(cause) }
    }
  },

  fetchCallerId: async (phone_number) => {
    const path = `/OutgoingCallerIds.json?${new URLSearchParams({ PhoneNumber: phone_number })}`
    const response = await rest.read(path, 'a question about a caller id')
    const { outgoing_caller_ids } = CallerIdList.parse(await response.json())
    const found = outgoing_caller_ids.find((one) => one.phone_number === phone_number)
    return found && { carrier_sid: found.sid, name: found.friendly_name ?? '' }
  },

  forgetCallerId: async (carrier_sid) => {
    const path = `/OutgoingCallerIds/${encodeURIComponent(carrier_sid)}.json`
    await rest.find(path, 'the removal of a caller id', { method: 'DELETE' })
  },
})

const verificationOf = (status: number, body: unknown): Verification => {
  const refused = refusedOutcome(status, body, whyOf)
  if (refused) return refused
  const calling = Validation.safeParse(body).data
  if (status < 200 || status >= 300 || !calling) return { outcome: 'unknown', reason: `the carrier answered ${status}` }
  return { outcome: 'calling', validation_code: calling.validation_code }
}

/** Error code of POST OutgoingCallerIds: https://www.twilio.com/docs/api/errors */
const validatedBefore = 21450
/** Error codes for a number that is invalid, blocked or in a forbidden country. */
const uncallable = [21211, 21215, 21216, 21217, 21401, 21421, 13223, 13224, 13227]

const whyOf = ({ sort, code = 0 }: Refusal) => {
  if (code === validatedBefore) return 'known'
  if (uncallable.includes(code)) return 'unreachable'
  return sort === 'rate' ? 'busy' : 'account'
}

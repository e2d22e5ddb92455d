import type { OwnedNumber } from '../../../shared/domain/account/number.ts'
import { answeredAt, overAt } from '../../../shared/domain/calls/placement.ts'
import { isWithoutSocket, wasReached } from '../../../shared/domain/conversations/talk.ts'
import type { AccountAnswer, AccountNumber, RegulatoryBundle, TextService } from '../../../shared/providers/carrier.ts'
import { maskPhone } from '../../../shared/words/mask.ts'
import { isTollFree } from '../../../shared/words/phone.ts'
import { carrierNumbers } from '../number-routes.ts'
import type { AdminTools } from '../tools.ts'
import { type DoctorCheck, durationOf, type Found, minuteMs } from './finding.ts'
import { hasCarrier } from './has-carrier.ts'

/** Checks what carriers and laws require before calls and texts, as far as an API reports it. */
export const demandChecks: Record<string, DoctorCheck> = {
  countries: (tools) => withCarrier(tools, countriesOf),
  bundles: (tools) => withCarrier(tools, bundlesOf),
  'caller ids': (tools) => withCarrier(tools, callerIdsOf),
  'text senders': (tools) => withCarrier(tools, textSendersOf),
  relay: (tools) => withCarrier(tools, relayOf),
}

const withCarrier = async (tools: AdminTools, check: (tools: AdminTools) => Promise<Found>): Promise<Found> =>
  (await hasCarrier(tools.stack)) ? check(tools) : { untold: 'First fill the carrier secret.' }

const countriesOf = async (tools: AdminTools): Promise<Found> => {
  const stageList = tools.stack.parts.settings.get('CALL_COUNTRIES')
  const numbers = await carrierNumbers(tools)
  const wanted = stageList?.split(',') ?? numbers.map(({ country_code }) => country_code)
  const texted = stageList ? wanted : numbers.filter(sendsTexts).map(({ country_code }) => country_code)
  const [calls, texts] = await Promise.all([
    tools.carrierStanding.barredFromCalls(),
    tools.carrierStanding.barredFromTexts(),
  ])
  const unknown = unknownOf('geo permissions', calls, texts)
  if (unknown || 'unknown' in calls || 'unknown' in texts) return unknown ?? silent
  const among = (barred: string[], asked: string[]) => [...new Set(asked)].filter((country) => barred.includes(country))
  const [uncalled, untexted] = [among(calls.known, wanted), among(texts.known, texted)]
  const wrong = [
    ...(uncalled.length > 0
      ? [`calls to ${uncalled.join(', ')} fail with 21215: allow them in its console, Voice, Settings, Geo permissions`]
      : []),
    ...(untexted.length > 0
      ? [`texts to ${untexted.join(', ')} fail with 21408: Messaging, Settings, Geo permissions`]
      : []),
  ]
  if (wrong.length > 0) return { wrong: `The carrier's account lacks permissions: ${wrong.join('; ')}.` }
  const countries = [...new Set(wanted)].join(', ') || 'no country yet'
  return { well: `The carrier allows calls and texts to ${countries}.` }
}

/**
 * Milliseconds before expiry at which a regulatory bundle must be renewed, because its review takes
 * days.
 */
const renewalMs = 30 * 24 * 60 * minuteMs

const bundlesOf = async (tools: AdminTools): Promise<Found> => {
  const asked = await tools.carrierStanding.bundles()
  if ('unknown' in asked) return unknownOf('regulatory bundles', asked) ?? silent
  const bundles = new Map(asked.known.map((bundle) => [bundle.sid, bundle]))
  const held = await heldNumbers(await carrierNumbers(tools), tools)
  const now = tools.stack.parts.worldTime()
  const wrong = held.flatMap(({ number, at }) => {
    const fault = at.bundle_sid && bundleFault(bundles.get(at.bundle_sid), now)
    return fault ? [`that of ${maskPhone(number.phone_number)} (${at.bundle_sid}) ${fault}`] : []
  })
  if (wrong.length > 0)
    return {
      wrong: `The carrier takes numbers back whose bundle is not approved: ${wrong.join('; ')}. ${whereBundles}`,
    }
  const open = asked.known.filter(({ is_approved }) => !is_approved)
  if (open.length === 0) return { well: 'Every number has the documents that its country demands.' }
  const each = open.map(({ name, status }) => `${name} is ${status}`).join(', ')
  return { well: `Every number has the documents that its country demands. Not approved yet: ${each}. ${whereBundles}` }
}
const whereBundles = 'In its console, see Phone Numbers, Regulatory Compliance, Bundles.'

const bundleFault = (bundle: RegulatoryBundle | undefined, now: number): string | undefined => {
  if (!bundle) return 'is gone'
  if (!bundle.is_approved) return `is ${bundle.status}`
  const leftMs = (bundle.valid_until ?? Number.POSITIVE_INFINITY) - now
  if (leftMs <= 0) return 'has expired'
  return leftMs < renewalMs ? `expires in ${durationOf(leftMs)}: submit a copy with new documents now` : undefined
}

const callerIdsOf = async (tools: AdminTools): Promise<Found> => {
  const { users, numbers, carrier } = tools
  const owned = (await Promise.all((await users.list()).map(({ id }) => numbers.list(id)))).flat()
  const callerIds = owned.filter(({ type_label }) => type_label === 'Caller ID')
  const lost: OwnedNumber[] = []
  for (const number of callerIds) {
    // Our carrier account may have bought a number that was first verified as a caller id.
    const isKnown =
      (await carrier.fetchCallerId(number.phone_number)) ?? (await carrier.fetchNumber(number.phone_number))
    if (!isKnown) lost.push(number)
  }
  if (lost.length === 0)
    return {
      well: callerIds.length === 0 ? 'No user has one.' : `All ${callerIds.length} are verified at the carrier.`,
    }
  const each = lost.map(({ phone_number, id, user_id }) => `${maskPhone(phone_number)} (id ${id} of user ${user_id})`)
  return {
    wrong:
      `The carrier has not verified ${each.join(', ')}, so calls from it fail with 21210: let its user release it and verify ` +
      'it again with POST /user/caller-ids.',
  }
}

const sendsTexts = ({ can_send_sms }: OwnedNumber): boolean => can_send_sms
const textsIntoUs = ({ country_code }: OwnedNumber): boolean => country_code === 'US'
const isTollFreeNumber = ({ phone_number }: OwnedNumber): boolean =>
  phone_number.startsWith('+1') && isTollFree(phone_number)

/** Checks A2P 10DLC of long codes, and the verification of toll-free numbers. */
const textSendersOf = async (tools: AdminTools): Promise<Found> => {
  const held = await heldNumbers((await carrierNumbers(tools)).filter(sendsTexts), tools)
  const tollFree = held.filter(({ number }) => isTollFreeNumber(number))
  const longCodes = held.filter(({ number }) => textsIntoUs(number) && !isTollFreeNumber(number))
  if (held.length === 0) return { well: 'No number sends texts.' }
  const found = await Promise.all([longCodeFaults(longCodes, tools), tollFreeFaults(tollFree, tools)])
  const unknown = found.find((each) => 'untold' in each)
  if (unknown && 'untold' in unknown) return unknown
  const wrong = found.flatMap((each) => ('faults' in each ? each.faults : []))
  if (wrong.length > 0) return { wrong: `Texts are not delivered: ${wrong.join('; ')}.` }
  const abroad = held.length - tollFree.length - longCodes.length
  return {
    well: `Registered: ${longCodes.length} long codes of the United States and ${tollFree.length} toll-free; ${abroad} others need none there.`,
  }
}

type Faults = { faults: string[] } | { untold: string }

const longCodeFaults = async (longCodes: Held[], { carrierStanding }: AdminTools): Promise<Faults> => {
  if (longCodes.length === 0) return { faults: [] }
  const asked = await carrierStanding.textServices()
  if ('unknown' in asked) return unknownOf('messaging services', asked) ?? silent
  const unregistered = longCodes.flatMap(({ number }) => {
    const service = asked.known.find(({ numbers }) => numbers.includes(number.phone_number))
    return service?.campaign?.is_approved ? [] : [{ shown: maskPhone(number.phone_number), service }]
  })
  if (unregistered.length === 0) return { faults: [] }
  const brands = await carrierStanding.brands()
  if ('unknown' in brands) return unknownOf('brands', brands) ?? silent
  if (!brands.known.some(({ is_approved }) => is_approved)) {
    const states = brands.known.map(({ status }) => status).join(', ')
    const shown = unregistered.map((each) => each.shown).join(', ')
    return {
      faults: [
        `${shown} to US phones with 30034, because no brand is registered${states ? ` (${states})` : ''}: ` +
          'in its console, Messaging, Regulatory Compliance, register brand and campaign (A2P 10DLC)',
      ],
    }
  }
  return { faults: unregistered.map(({ shown, service }) => `${shown} to US phones with 30034: ${stepOf(service)}`) }
}

const stepOf = (service: TextService | undefined): string => {
  if (!service) return 'put it into the messaging service of a registered campaign'
  if (!service.campaign) return `register a campaign for the messaging service ${service.name}`
  return `the campaign of the messaging service ${service.name} is ${service.campaign.status}`
}

const tollFreeFaults = async (tollFree: Held[], { carrierStanding }: AdminTools): Promise<Faults> => {
  if (tollFree.length === 0) return { faults: [] }
  const asked = await carrierStanding.tollFree()
  if ('unknown' in asked) return unknownOf('toll-free verifications', asked) ?? silent
  return {
    faults: tollFree.flatMap(({ number, at }) => {
      const own = asked.known.filter(({ carrier_sid }) => carrier_sid === at.carrier_sid)
      if (own.some(({ is_approved }) => is_approved)) return []
      const [last] = own
      const state = last
        ? `its verification is ${last.status}${last.reason ? ` (${last.reason})` : ''}`
        : 'it is not verified'
      return [
        `${maskPhone(number.phone_number)} with 30032, because ${state}: in its console, Phone Numbers, Regulatory Compliance, Toll-Free`,
      ]
    }),
  }
}

interface Held {
  number: OwnedNumber
  at: AccountNumber
}

/** Leaves out numbers that our carrier account lacks; the check "carrier numbers" reports them. */
const heldNumbers = async (owned: OwnedNumber[], { carrier }: AdminTools): Promise<Held[]> => {
  const held: Held[] = []
  // Asks about one number after another, because other checks use the carrier at the same time.
  for (const number of owned) {
    const at = await carrier.fetchNumber(number.phone_number)
    if (at) held.push({ number, at })
  }
  return held
}

const relayMs = 60 * minuteMs
/**
 * Milliseconds. Skips shorter calls, which may end before the carrier opens the conversation's
 * socket.
 */
const relayCallMsMin = 3000
const relayCallsMax = 5

/**
 * Looks for conversations in calls of the last hour, because no API tells whether ConversationRelay
 * is on.
 */
const relayOf = async (tools: AdminTools): Promise<Found> => {
  const { users, calls, conversations, stack } = tools
  const now = tools.clock.now()
  const recent = (await Promise.all((await users.list()).map(({ id }) => calls.since(id, now - relayMs)))).flat()
  const answered = recent
    .filter((call) => (overAt(call) ?? now) - (answeredAt(call) ?? now) >= relayCallMsMin)
    .toSorted((one, other) => other.id - one.id)
  let silentCalls = 0
  for (const call of answered) {
    const talk = await conversations.find({ user_id: call.user_id, call_id: call.id })
    // Calls with a realtime model do not use ConversationRelay.
    if (!talk || isWithoutSocket(talk)) continue
    if (wasReached(talk)) return { well: 'It is on: a call of the last hour had a conversation.' }
    silentCalls += 1
    if (silentCalls >= relayCallsMax) break
  }
  if (silentCalls === 0)
    return {
      untold: 'No API tells whether ConversationRelay is on: place a call, then ask again. See docs/deploying.md.',
    }
  return {
    wrong:
      `The last ${silentCalls === 1 ? 'answered call' : `${silentCalls} answered calls`} had no conversation: in the console of the carrier, under Voice, ` +
      `Settings, General, turn on "Predictive and Generative AI/ML Features Addendum". If it is on, see "conversations" and the log of ${stack.name}.`,
  }
}

const silent = { untold: 'The carrier did not answer.' }

/** Returns advice about the first carrier request that was not answered. */
const unknownOf = (subject: string, ...asked: AccountAnswer<unknown>[]): { untold: string } | undefined => {
  const first = asked.find((each) => 'unknown' in each)
  if (!first || !('unknown' in first)) return undefined
  return first.unknown === 'busy'
    ? { untold: `The carrier takes no more questions about ${subject} (20429): ask again in a minute.` }
    : { untold: `These credentials may not read ${subject} (20003): use the auth token of the account itself.` }
}

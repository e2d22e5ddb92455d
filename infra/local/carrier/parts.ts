import type { LocalClock } from '../clock.ts'
import { createAccountNumbers, type NumberSettings } from './account-numbers.ts'
import { createAccountState } from './account-state.ts'
import { type CallBehaviour, callBehaviourOf } from './behaviours.ts'
import { createCallbacks } from './callbacks.ts'
import { createCallerIds } from './caller-ids.ts'
import { createCalls } from './calls.ts'
import { type Converse, letTimePass } from './conversation.ts'
import { createRefusals, createRequestWindow } from './creates.ts'
import { createDemands } from './demands.ts'
import { createSids, type FactLog, problem } from './dialect.ts'
import { createMessages } from './messages.ts'
import { createNumberShop, sidOfNumber } from './number-shop.ts'
import { type Invite, inviteOverSocket } from './sip.ts'
import type { WebSettings } from './web-calls.ts'

/**
 * `refuse` and `drop-after` break the connection, `hang` never answers. Only `drop-after` performs
 * the request first.
 */
export type Fault = 'refuse' | 'hang' | 'drop-after' | '500'

export interface CarrierOptions {
  clock: LocalClock
  accountSid: string
  authToken: string
  numbers?: Record<string, NumberSettings>
  inboundVoiceUrl?: string
  inboundMessageUrl?: string
  inboundStatusUrl?: string
  fetch?: typeof fetch
  seed?: number
  createsPerSecondMax?: number
  listsPerSecondMax?: number
  faults?: (request: Request) => Fault | undefined
  converse?: Converse
  behaviourOf?: (person: string) => CallBehaviour
  /** Price that ended calls show, such as `-0.0140`; by default no price is known. */
  price?: string
  /** Settings of web calls. Without them, every web token is refused. */
  web?: WebSettings
  invite?: Invite
  log?: FactLog
}

/** Milliseconds of the announcement that ConversationRelay is disabled. */
const apologyMs = 3000

export const createParts = (options: CarrierOptions) => {
  const { clock, accountSid, authToken, log = () => {}, behaviourOf = callBehaviourOf } = options
  const sids = createSids(clock, options.seed ?? 0)
  const account = createAccountState(accountSid, authToken)
  const shop = createNumberShop(sids)
  const numbers = createAccountNumbers({
    shop,
    hasLost: account.hasLost,
    settings: options.numbers ?? {},
    inbound: {
      voiceUrl: options.inboundVoiceUrl,
      messageUrl: options.inboundMessageUrl,
      statusUrl: options.inboundStatusUrl,
    },
  })
  const demands = createDemands({
    numbers: numbers.known,
    isTrial: account.isTrial,
    sidOf: (phone_number) => shop.find(phone_number)?.sid ?? sidOfNumber(phone_number),
  })
  const isRefused = createRefusals()
  const callbacks = createCallbacks({
    clock,
    authToken: account.signingToken,
    sids,
    log,
    fetch: options.fetch ?? fetch,
  })
  const hangUp = (sid: string) => {
    const call = calls.find(sid)
    if (call) calls.hangUp(call)
  }
  const talkBy = options.converse ?? letTimePass(clock)
  const converse: Converse = (leg, relay, over) =>
    account.isRelayOn() ? talkBy(leg, relay, over) : { stop: clock.after(apologyMs, () => hangUp(leg.callSid)) }
  const invite = options.invite ?? inviteOverSocket(undefined)
  const calls = createCalls({ clock, callbacks, sids, accountSid, converse, behaviourOf, invite, log })
  return {
    options: { ...options, behaviourOf },
    account,
    shop,
    numbers,
    demands,
    calls,
    hangUp,
    messages: createMessages({ clock, callbacks, sids, accountSid }),
    callerIds: createCallerIds({
      clock,
      callbacks,
      sids,
      accountSid,
      refuse: ({ create }, phone_number) =>
        typeof create === 'object' && isRefused(create, { from: 'validation', to: phone_number })
          ? problem(create.status, create.code, create.message)
          : undefined,
    }),
    isRefused,
    creates: createRequestWindow(clock, options.createsPerSecondMax),
    lists: createRequestWindow(clock, options.listsPerSecondMax),
    /** SIDs of ended calls that a client tried to change. */
    lateUpdates: [] as string[],
  }
}
export type CarrierParts = ReturnType<typeof createParts>

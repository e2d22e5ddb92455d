import { mayReach, obstacles } from '../../shared/domain/account/account.ts'
import { type CallerId, callerIdNameOf, callerIdView, writeNumberRef } from '../../shared/domain/account/caller-id.ts'
import { verifyCallerId } from '../../shared/operations/numbers.ts'
import { http, type Request } from '../../shared/runtime/http.ts'
import type { Dependencies } from '../../shared/services.ts'
import { finding } from '../../shared/words/form.ts'
import { readReachablePhone } from '../../shared/words/phone.ts'
import { found, Problem, type ProblemCode, refuseErrors } from '../../shared/words/problem.ts'

type Services = Dependencies<(typeof verifyCallerId)['uses'][number]>

/**
 * Stores the verification, then asks the carrier once, because the carrier calls a phone that may
 * be a stranger's.
 */
export const handler = http(verifyCallerId, async (request, services) => {
  const { accounts, blacklist, callerIds, clock, dialling, numbers } = services
  const { user_id } = request
  const { phone_number } = await request.body()
  const { number, country } = found(readReachablePhone(phone_number), 'number_unreadable')
  const [owner, means, isBlacklisted, { isStopped }] = await Promise.all([
    numbers.ownerOf(number),
    accounts.means(user_id),
    blacklist.has(user_id, number),
    dialling.read(),
  ])
  if (owner) return repeated(request, services, owner)
  if (!country || !mayReach(means, country)) refuseErrors(finding('phone_number', obstacles.country))
  if (isBlacklisted) throw new Problem('phone_number_blacklisted')
  if (isStopped) throw new Problem('sending_paused')
  await count(services, { user_id, phone_number: number })
  const now = clock.now()
  const country_code = found(country, 'number_unreadable')
  const draft = { user_id, phone_number: number, country_code, state: 'pending', asked_at: now } as const
  const id = await request.create(async (id) => {
    const outcome = await callerIds.open({ ...draft, id })
    if (outcome === 'taken') throw new Problem('caller_id_unavailable')
    return outcome === 'opened'
  })
  return callerIdView(await call(services, { ...draft, id }))
})

/**
 * Answers a repeated request with the stored code. If none is stored, the carrier calls the phone
 * again.
 */
const repeated = async (
  { user_id, newId }: Request<typeof verifyCallerId>,
  services: Services,
  owner: { user_id: number; number_id: number },
) => {
  if (owner.user_id !== user_id) throw new Problem('caller_id_unavailable')
  if (owner.number_id !== newId) throw new Problem('number_in_use')
  const known = found(await services.callerIds.find({ user_id, number_id: newId }), 'number_in_use')
  if (known.state !== 'pending' || known.validation_code !== undefined) return callerIdView(known)
  await count(services, known)
  return callerIdView(await call(services, known))
}

const count = async (
  { callerIds, clock }: Services,
  { user_id, phone_number }: Pick<CallerId, 'user_id' | 'phone_number'>,
): Promise<void> => {
  const allowance = await callerIds.mayCall(user_id, phone_number, clock.now())
  if (!allowance.isAllowed) throw new Problem('too_many_attempts', { retrySeconds: allowance.resetSeconds })
}

const problemsOf = {
  known: 'caller_id_unavailable',
  unreachable: 'caller_id_unreachable',
  busy: 'carrier_busy',
  denied: 'carrier_denied',
  account: 'caller_id_failed',
} as const satisfies Record<string, ProblemCode>

/**
 * Asks the carrier to call the phone. If the carrier does not answer, the code is unknown and the
 * verification expires.
 */
const call = async ({ callerIds, carrier }: Services, callerId: CallerId): Promise<CallerId> => {
  const { phone_number } = callerId
  const wanted = { phone_number, name: callerIdNameOf(callerId), ref: writeNumberRef(callerId) }
  const verification = await carrier.verifyCallerId(wanted)
  if (verification.outcome === 'unknown') throw new Problem('caller_id_failed')
  if (verification.outcome === 'refused') {
    await callerIds.end(callerId, 'failed')
    throw new Problem(problemsOf[verification.why], verification.why === 'busy' ? { retrySeconds: busySeconds } : {})
  }
  const { validation_code } = verification
  await callerIds.noteCode(callerId, validation_code)
  return { ...callerId, validation_code }
}

const busySeconds = 5

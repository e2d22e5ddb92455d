import { listed } from './creates.ts'
import { notFound, problem } from './dialect.ts'
import { availableResource, type DoubleNumber, type NumberCreate, purchaseBehaviourOf } from './number-shop.ts'
import type { CarrierParts } from './parts.ts'
import { numberResource, pageOf } from './resources.ts'
import type { CarrierRoute, HeardRequest } from './route.ts'

export const numberRoutes = ({
  account,
  shop,
  numbers,
  demands,
  callerIds,
  ...parts
}: CarrierParts): CarrierRoute[] => {
  const shown = (number: DoubleNumber) => ({
    ...numberResource(number),
    bundle_sid: demands.bundleOf(number.phone_number),
  })

  const listNumbers = ({ url }: HeardRequest) => {
    const asked = url.searchParams.get('PhoneNumber')
    const found = (asked ? [asked] : numbers.list()).flatMap((number) => numbers.find(number) ?? [])
    return Response.json(pageOf(url, 'incoming_phone_numbers', found, { render: shown }))
  }

  const searchNumbers = ({ sid: country, kind, url }: HeardRequest) => {
    const found = shop.search(country, kind, url.searchParams)
    if (!found) return notFound(url.pathname)
    return listed(parts.lists, () => ({ available_phone_numbers: found.map(availableResource) }))
  }

  const buyNumber = ({ form }: HeardRequest) => {
    const phone_number = form.get('PhoneNumber') ?? ''
    const entry: NumberCreate = { phone_number, friendly_name: form.get('FriendlyName') ?? '', outcome: 'refused' }
    shop.creates.push(entry)
    if (!shop.isSane(form)) return problem(400, 21421, 'PhoneNumber is invalid')
    if (!shop.isForSale(phone_number) || shop.find(phone_number))
      return problem(400, 21422, `${phone_number} is not available`)
    if (account.isTrial() && shop.owned().length > 0)
      return problem(400, 10002, 'Trial accounts may have one phone number')
    const { create: outcome } = purchaseBehaviourOf(phone_number)
    if (typeof outcome === 'object' && parts.isRefused(outcome, { from: 'shop', to: phone_number }))
      return problem(outcome.status, outcome.code, outcome.message)
    entry.outcome = outcome === 'lost' ? 'lost' : 'bought'
    if (outcome === 'lost') return 'no answer'
    const bought = shop.buy(form)
    return outcome === 'unanswered' ? 'no answer' : Response.json(shown(bought), { status: 201 })
  }

  const updateNumber = ({ sid, url, form }: HeardRequest) => {
    const number = numbers.bySid(sid)
    return number ? Response.json(shown(numbers.update(number, form))) : notFound(url.pathname)
  }

  const releaseNumber = ({ sid, url }: HeardRequest) => {
    const bought = shop.bySid(sid)
    const number = bought ?? numbers.bySid(sid)
    if (!number) return notFound(url.pathname)
    if (bought) shop.release(bought)
    else account.loseNumber(number.phone_number)
    return new Response(undefined, { status: 204 })
  }

  const showCallerIds = ({ url }: HeardRequest) =>
    Response.json(pageOf(url, 'outgoing_caller_ids', callerIds.list(url.searchParams)))

  const removeCallerId = ({ sid, url }: HeardRequest) =>
    callerIds.forget(sid) ? new Response(undefined, { status: 204 }) : notFound(url.pathname)

  return [
    { method: 'GET', path: '/IncomingPhoneNumbers.json', run: listNumbers },
    { method: 'POST', path: '/IncomingPhoneNumbers.json', run: buyNumber },
    { method: 'POST', path: '/IncomingPhoneNumbers/(\\w+).json', run: updateNumber },
    { method: 'DELETE', path: '/IncomingPhoneNumbers/(\\w+).json', run: releaseNumber },
    { method: 'GET', path: '/AvailablePhoneNumbers/(\\w+)/(\\w+).json', run: searchNumbers },
    { method: 'POST', path: '/OutgoingCallerIds.json', run: ({ form }) => callerIds.validate(form) },
    { method: 'GET', path: '/OutgoingCallerIds.json', run: showCallerIds },
    { method: 'DELETE', path: '/OutgoingCallerIds/(\\w+).json', run: removeCallerId },
  ]
}

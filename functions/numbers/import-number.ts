import { refuseDenied } from '../../shared/actions/account/carrier-denied.ts'
import { pointImported } from '../../shared/actions/account/import-number.ts'
import type { OwnedNumber } from '../../shared/domain/account/number.ts'
import { isBoughtName, pointAgainMs } from '../../shared/domain/account/number-order.ts'
import { boughtView } from '../../shared/domain/account/number-view.ts'
import { importNumber } from '../../shared/operations/numbers.ts'
import { http, type Request } from '../../shared/runtime/http.ts'
import type { Dependencies } from '../../shared/services.ts'
import { readPhone } from '../../shared/words/phone.ts'
import { found, Problem } from '../../shared/words/problem.ts'

type Services = Dependencies<(typeof importNumber)['uses'][number]>

/**
 * Stores the import before it asks the carrier, so a worker can finish it after a crash. Another
 * user's number counts as missing.
 */
export const handler = http(importNumber, async (request, services) => {
  const { phone_number } = await request.body()
  const { number: phone, country } = found(readPhone(phone_number), 'number_unreadable')
  const { carrier, numbers } = services
  const [owner, held] = await Promise.all([numbers.ownerOf(phone), carrier.fetchNumber(phone).catch(refuseDenied)])
  const number =
    owner?.user_id === request.user_id
      ? await unfinished(request, services, owner.number_id)
      : await adopt(request, services, {
          ...found(owner || !held || isBoughtName(held.name) ? undefined : held, 'number_not_found'),
          phone_number: phone,
          country_code: found(country, 'number_not_found'),
        })
  const isPointed = await pointImported(services, number, request.log)
    .catch(refuseDenied)
    .catch((cause) => {
      throw cause instanceof Problem ? cause : new Problem('number_import_unfinished')
    })
  if (!isPointed) throw new Problem('number_not_found')
  return { message: 'Phone number imported successfully.', data: boughtView(number) }
})

const unfinished = async (
  { user_id, newId }: Request<typeof importNumber>,
  { numbers }: Services,
  number_id: number,
): Promise<OwnedNumber> => {
  const number = await numbers.find(user_id, number_id)
  if (number?.point_at === undefined && number?.id !== newId) throw new Problem('number_in_use')
  return number
}

const adopt = async (
  request: Request<typeof importNumber>,
  { clock, numbers }: Services,
  { carrier_sid, can_send_sms, phone_number, country_code }: Omit<OwnedNumber, 'id' | 'user_id' | 'type_label'>,
): Promise<OwnedNumber> => {
  const draft = { user_id: request.user_id, phone_number, country_code, type_label: 'Normal', can_send_sms } as const
  const adopted = { ...draft, carrier_sid, point_at: clock.now() + pointAgainMs }
  const id = await request.create(async (id) => {
    const outcome = await numbers.adopt({ ...adopted, id })
    if (outcome === 'taken') throw new Problem('number_not_found')
    return outcome === 'adopted'
  })
  return { ...adopted, id }
}

import type { Contact } from '../../domain/leads/lead.ts'
import { placeOfPhone } from '../../domain/places/stated-place.ts'
import { capsAt } from '../../domain/rules/caps.ts'
import type { DialCount } from '../../domain/rules/dial-count.ts'
import type { RuleBook } from '../../domain/rules/rule-book.ts'
import type { Supplied } from '../../services.ts'

type Phone = Pick<Contact, 'phone_number' | 'timezone' | 'region'>

/**
 * How often these were dialled: only those are read that stand where a number may be called so
 * often and no more.
 */
export const readDials = (
  { dialCounts }: Supplied<'dialCounts.of'>,
  user_id: number,
  phones: readonly Phone[],
  book: RuleBook | undefined,
  now: number,
): Promise<ReadonlyMap<string, DialCount>> => {
  const capped = book ? phones.filter((phone) => capsAt(placeOfPhone(phone), book, now).length > 0) : []
  return dialCounts.of(
    user_id,
    capped.map(({ phone_number }) => phone_number),
  )
}

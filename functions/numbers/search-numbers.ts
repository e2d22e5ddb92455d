import { refuseDenied } from '../../shared/actions/account/carrier-denied.ts'
import { onSaleView, searchedCountry, searchedUsual } from '../../shared/domain/account/number-sale.ts'
import { numberPriceFor } from '../../shared/domain/reference/prices.ts'
import { searchNumbers } from '../../shared/operations/numbers.ts'
import { http } from '../../shared/runtime/http.ts'
import { sentences } from '../../shared/words/fields.ts'
import { finding } from '../../shared/words/form.ts'
import { Problem } from '../../shared/words/problem.ts'

const noSuchCountry = () => new Problem('validation_failed', { errors: finding('country_code', sentences.selected) })

export const handler = http(searchNumbers, async (request, { carrier, numbers }) => {
  const { country_code = searchedCountry, limit = searchedUsual, ...wanted } = await request.query()
  const country = country_code.toUpperCase()
  const price = numberPriceFor(country)
  if (price === undefined) throw noSuchCountry()
  const answer = await carrier.searchNumbers({ ...wanted, country, limit }).catch(refuseDenied)
  if ('refused' in answer)
    throw answer.refused === 'busy' ? new Problem('carrier_busy', { retrySeconds: busySeconds }) : noSuchCountry()
  const owned = await numbers.ownedOf(answer.found.map(({ phone_number }) => phone_number))
  const free = answer.found.filter(({ phone_number }) => !owned.has(phone_number))
  return { data: free.map((number) => onSaleView(number, country, price)) }
})

const busySeconds = 5

import * as z from 'zod'
import { documented, sentences, zone } from '../../words/fields.ts'
import { countryOf } from '../../words/phone.ts'
import { regionPattern } from '../../words/region.ts'
import { isRegion, type Place, placeOf, type StatedPlace } from './place.ts'

export const regionField = () =>
  documented(z.string({ error: sentences.text }).refine(isRegion, { error: sentences.selected }), {
    pattern: regionPattern.source,
  })

/**
 * A stated country counts only if it is the number's country: for a US number, `CO` probably means
 * Colorado, not Colombia.
 */
export const readStatedPlace = ({ timezone = '', region = '' }: StatedPlace, number: string): StatedPlace => ({
  ...(zone().safeParse(timezone).success && { timezone: timezone.trim() }),
  ...(isRegion(region) && (region.length > 2 || region === countryOf(number)) && { region }),
})

interface Reachable extends StatedPlace {
  phone_number: string
}

export const placeOfPhone = ({ phone_number, timezone, region }: Reachable): Place =>
  placeOf(phone_number, { timezone, region })

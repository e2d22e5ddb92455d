import { campaigns } from '../../shared/data/campaigns/campaigns.ts'
import { leads } from '../../shared/data/leads/leads.ts'
import { regionBucket } from '../../shared/domain/dialling/region-buckets.ts'
import { placeOf } from '../../shared/domain/places/place.ts'
import { askTwice } from '../lists/store/asked.ts'
import { inParts, user } from '../lists/store/loaded.ts'
import { countsOfLeads, isAsked, loadLeads } from '../lists/store/loaded-leads.ts'
import type { Measure } from './measure.ts'

const rowsUsual = 100_000
const placesMax = 40
const ofPlace = 30
const unitsMax = 60
const campaign_id = 101

export const preview: Measure = {
  topic: 'preview',
  title: 'The preview of an enforcing campaign whose leads wait in forty places',
  run: async ({ dynamodb, rows = rowsUsual }) => {
    const loaded = await loadLeads(dynamodb, rows)
    const { parts, places, leadAt, keep } = loaded
    const store = leads(parts)
    await campaigns(parts).change(user, campaign_id, (one) => ({ ...one, calling_rules: 'enforce', has_places: true }))
    const lines = Intl.supportedValuesOf('timeZone')
      .filter((_, zone) => zone % 10 === 0)
      .slice(0, placesMax)
      .map((timezone) => regionBucket(placeOf('+493012345678', { timezone })))
    await store.recordBuckets(user, campaign_id, lines)
    const waiting = places.filter((place) => isAsked({ campaign_id, status: 'created' }, leadAt(place)))
    const kept = waiting.slice(0, lines.length * ofPlace)
    await keep(kept)
    await inParts([...kept.entries()], ([index, place]) =>
      store.change(user, leadAt(place).id, (lead) => ({ ...lead, queue_place: lines[index % lines.length]?.name })),
    )
    const { cold, warm } = await askTwice(loaded, 0, countsOfLeads.preview)
    const { leads: previewed, places: counted } = cold.answer
    return [
      {
        'leads of the user': rows,
        'leads told': previewed,
        places: counted.length,
        'read units cold': { value: cold.units, budget: unitsMax },
        'read units again': { value: warm.units, budget: unitsMax },
      },
    ]
  },
}

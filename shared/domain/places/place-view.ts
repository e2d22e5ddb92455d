import * as z from 'zod'
import type { Place } from './place.ts'

export const PlaceItem = z.object({
  regions: z.array(z.string()).readonly(),
  time_zones: z.array(z.string()).readonly(),
  source: z.enum(['stated', 'area code', 'country', 'unknown']),
})

export type PlaceAnswer = z.input<typeof PlaceItem>

export const placeView = ({ regions, zones, source }: Place): PlaceAnswer => ({
  regions,
  time_zones: zones,
  source,
})

import type { WaitingPlace } from '../../domain/dialling/waiting-places.ts'
import { campaignPlaceKey, type StoredKey } from '../../table/keys.ts'
import { type Table, transactionWritesMax } from '../../table/table.ts'
import type { Leads } from './leads.ts'

type StoredPlace = StoredKey & WaitingPlace

const placesOf = (table: Table, user_id: number, campaign_id: number): Promise<StoredPlace[]> => {
  const { pk, sk: from } = campaignPlaceKey(user_id, campaign_id, '')
  return table.query<StoredPlace>({ pk, from, to: campaignPlaceKey(user_id, campaign_id, '~').sk })
}

export const leadPlaces = (table: Table): Pick<Leads, 'places' | 'hasPlace' | 'notePlaces'> => ({
  places: async (user_id, campaign_id) =>
    (await placesOf(table, user_id, campaign_id)).map(({ name, regions, zones }) => ({ name, regions, zones })),

  hasPlace: async (user_id, campaign_id, { name }) =>
    (await table.get(campaignPlaceKey(user_id, campaign_id, name))) !== undefined,

  notePlaces: async (user_id, campaign_id, places) => {
    const distinct = [...new Map(places.map((place) => [place.name, place])).values()]
    const keyOf = ({ name }: WaitingPlace) => campaignPlaceKey(user_id, campaign_id, name)
    const known = await table.getMany<StoredPlace>(distinct.map(keyOf))
    const missing = distinct.filter((_, index) => !known[index])
    await Promise.all(missing.map((place) => table.write([{ put: { ...keyOf(place), ...place } }])))
  },
})

export const removePlaces = async (table: Table, user_id: number, campaign_id: number): Promise<void> => {
  const keys = (await placesOf(table, user_id, campaign_id)).map(({ pk, sk }) => ({ delete: { pk, sk } }))
  for (let start = 0; start < keys.length; start += transactionWritesMax)
    await table.write(keys.slice(start, start + transactionWritesMax))
}

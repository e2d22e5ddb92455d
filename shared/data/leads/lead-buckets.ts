import type { RegionBucket } from '../../domain/dialling/region-buckets.ts'
import { campaignBucketKey, type StoredKey } from '../../table/keys.ts'
import { type Table, transactionWritesMax } from '../../table/table.ts'
import type { Leads } from './leads.ts'

type StoredBucket = StoredKey & RegionBucket

const bucketsOf = (table: Table, user_id: number, campaign_id: number): Promise<StoredBucket[]> => {
  const { pk, sk: from } = campaignBucketKey(user_id, campaign_id, '')
  return table.query<StoredBucket>({ pk, from, to: campaignBucketKey(user_id, campaign_id, '~').sk })
}

export const leadBuckets = (table: Table): Pick<Leads, 'buckets' | 'hasBucket' | 'recordBuckets'> => ({
  buckets: async (user_id, campaign_id) =>
    (await bucketsOf(table, user_id, campaign_id)).map(({ name, regions, zones }) => ({ name, regions, zones })),

  hasBucket: async (user_id, campaign_id, { name }) =>
    (await table.get(campaignBucketKey(user_id, campaign_id, name))) !== undefined,

  recordBuckets: async (user_id, campaign_id, buckets) => {
    const distinct = [...new Map(buckets.map((bucket) => [bucket.name, bucket])).values()]
    const keyOf = ({ name }: RegionBucket) => campaignBucketKey(user_id, campaign_id, name)
    const known = await table.getMany<StoredBucket>(distinct.map(keyOf))
    const missing = distinct.filter((_, index) => !known[index])
    await Promise.all(missing.map((bucket) => table.write([{ put: { ...keyOf(bucket), ...bucket } }])))
  },
})

export const removeBuckets = async (table: Table, user_id: number, campaign_id: number): Promise<void> => {
  const keys = (await bucketsOf(table, user_id, campaign_id)).map(({ pk, sk }) => ({ delete: { pk, sk } }))
  for (let start = 0; start < keys.length; start += transactionWritesMax)
    await table.write(keys.slice(start, start + transactionWritesMax))
}

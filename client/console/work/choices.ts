import { useEffect, useState } from 'preact/hooks'
import type { Client } from '../../client.ts'
import { useSession } from '../session.ts'

export interface Option {
  value: string | number
  label: string
}

type Ask = (client: Client, signal: AbortSignal) => Promise<Option[]>

const named = ({ id, name }: { id: number; name: string }): Option => ({ value: id, label: name })

const sources: Readonly<Record<string, Ask>> = {
  voice_id: async (client, signal) =>
    (await client.listVoices({}, { signal })).map(({ id, name, mode }) => ({ value: id, label: `${name} (${mode})` })),
  language_id: async (client, signal) => (await client.listLanguages({}, { signal })).map(named),
  llm_model_id: async (client, signal) => (await client.listModels({}, { signal })).map(named),
  assistant_id: async (client, signal) => (await client.listAssistantNames({}, { signal })).map(named),
  campaign_id: async (client, signal) => (await client.listCampaigns({}, { signal })).map(named),
  phone_number_id: (client, signal) => numbers(client, signal),
  phone_number_ids: (client, signal) => numbers(client, signal),
  outbound_phone_id: (client, signal) => numbers(client, signal),
  from: (client, signal) => numbers(client, signal),
  tool_ids: async (client, signal) => (await client.listTools({}, { signal })).map(named),
  knowledgebase_id: async (client, signal) => (await client.listKnowledgebases({}, { signal })).data.map(named),
  timezone: async () => zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
}

const numbers: Ask = async (client, signal) =>
  (await client.listAllNumbers({}, { signal })).data.map(({ id, phone_number }) => ({ value: id, label: phone_number }))

/** Time zones. Browsers leave UTC out of their list. */
const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]

export const hasChoices = (name: string): boolean => Object.hasOwn(sources, name)

/** Choices that were read before, per client. A form shows them while it reads them again. */
const known = new WeakMap<Client, Map<string, Option[]>>()

/** Returns choices; empty until they are read, `failed` when reading failed. */
export const useChoices = (name: string): readonly Option[] | 'failed' => {
  const { client } = useSession()
  const [choices, setChoices] = useState<readonly Option[] | 'failed'>(known.get(client)?.get(name) ?? [])
  useEffect(() => {
    const stop = new AbortController()
    sources[name]?.(client, stop.signal).then(
      (read) => {
        known.set(client, new Map(known.get(client)).set(name, read))
        if (!stop.signal.aborted) setChoices(read)
      },
      // If the choices cannot be read, the field accepts an id.
      () => !stop.signal.aborted && setChoices((last) => (last.length > 0 ? last : 'failed')),
    )
    return () => stop.abort()
  }, [name, client])
  return choices
}

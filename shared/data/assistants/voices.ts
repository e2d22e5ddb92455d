import { voices as publicVoices, type Voice, voiceById } from '../../domain/reference/voices.ts'
import { voiceKey } from '../../table/keys.ts'
import { isNew, type Table } from '../../table/table.ts'

export interface Voices {
  find(user_id: number, id: number): Promise<Voice | undefined>
  /** Public voices first. */
  list(user_id: number): Promise<Voice[]>
  /** False when the id is taken. */
  create(user_id: number, voice: Voice): Promise<boolean>
}

export const voices = ({ table }: { table: Table }): Voices => ({
  find: async (user_id, id) => voiceById(id) ?? (await table.get<Voice>(voiceKey(user_id, id))),
  list: async (user_id) => [...publicVoices, ...(await table.query<Voice>({ pk: voiceKey(user_id, 0).pk }))],
  create: async (user_id, voice) =>
    (await table.write([{ put: { ...voiceKey(user_id, voice.id), ...voice }, when: isNew }])).done,
})

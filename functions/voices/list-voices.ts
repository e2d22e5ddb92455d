import { spokenBy, type Voice } from '../../shared/domain/reference/voices.ts'
import { listVoices } from '../../shared/operations/voices.ts'
import { http } from '../../shared/runtime/http.ts'

export const handler = http(listVoices, async ({ user_id, query }, { voices }) => {
  const { mode, language_id: language } = await query()
  const suits = (voice: Voice) =>
    (!mode || voice.mode === mode) && (!language || spokenBy(voice, language) !== undefined)
  return (await voices.list(user_id)).filter(suits)
})

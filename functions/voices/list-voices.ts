import { listVoices } from '../../shared/operations/voices.ts'
import { http } from '../../shared/runtime/http.ts'

/** Public voices and the user's own; the mode tells which engine a voice suits. */
export const handler = http(listVoices, async ({ user_id, query }, { voices }) => {
  const { mode } = await query()
  return (await voices.list(user_id)).filter((voice) => !mode || voice.mode === mode)
})

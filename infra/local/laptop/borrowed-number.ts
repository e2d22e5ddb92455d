import { open, readFile, rename, rm } from 'node:fs/promises'
import * as z from 'zod'
import type { Carrier } from '../../../shared/providers/carrier.ts'

const Note = z.object({
  account_sid: z.string(),
  phone_number: z.string(),
  carrier_sid: z.string(),
  voice_url: z.string(),
  before: z.record(z.string(), z.string()),
})
type Note = z.infer<typeof Note>

interface Borrowing {
  carrier: Pick<Carrier, 'fetchNumber' | 'pointNumber'>
  accountSid: string
  file: string
}

export type Returned =
  | { outcome: 'nothing to restore' }
  | { outcome: 'restored' | 'changed meanwhile' | 'gone'; phone_number: string }

/**
 * Points the number's URLs to this machine. First writes its old URLs to disk, so that a later run
 * can restore them.
 */
export const borrowNumber = async (
  { carrier, accountSid, file }: Borrowing,
  phone_number: string,
  voice_url: string,
): Promise<void> => {
  const held = await carrier.fetchNumber(phone_number)
  if (!held) throw new Error(`The account has no number ${phone_number}. Twilio's console lists yours, and sells some.`)
  await write(file, {
    account_sid: accountSid,
    phone_number,
    carrier_sid: held.carrier_sid,
    voice_url,
    before: held.routing,
  })
  if (!(await carrier.pointNumber(held.carrier_sid))) throw new Error(`The account has lost ${phone_number}.`)
}

/** Restores the number's old URLs, unless its URLs were changed meanwhile. */
export const returnNumber = async ({ carrier, accountSid, file }: Borrowing): Promise<Returned> => {
  const note = await readNote(file)
  if (!note) return { outcome: 'nothing to restore' }
  const { phone_number } = note
  if (note.account_sid !== accountSid)
    throw new Error(
      `${phone_number} of the account ${note.account_sid} still leads here. Restore it with that account.`,
    )
  const held = await carrier.fetchNumber(phone_number)
  const isHere = held?.voice_url === note.voice_url
  const isRestored = isHere && (await carrier.pointNumber(note.carrier_sid, note.before))
  await rm(file, { force: true })
  const leadsAsBefore = held?.routing.VoiceUrl === note.before.VoiceUrl
  if (isRestored || leadsAsBefore) return { outcome: 'restored', phone_number }
  return { outcome: held && !isHere ? 'changed meanwhile' : 'gone', phone_number }
}

export const readNote = async (file: string): Promise<Note | undefined> => {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : Note.parse(JSON.parse(text))
}

/** Writes the file so that a crash leaves all of it or nothing. */
const write = async (file: string, note: Note): Promise<void> => {
  const draft = `${file}.new`
  const handle = await open(draft, 'w', 0o600)
  await handle.writeFile(JSON.stringify(note))
  await handle.sync()
  await handle.close()
  await rename(draft, file)
}

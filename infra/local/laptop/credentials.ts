import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import type { Terminal } from './terminal.ts'

export interface CarrierLogin {
  accountSid: string
  authToken: string
}

type Environment = Record<string, string | undefined>

const Kept = z.object({ account_sid: z.string(), auth_token: z.string() })
const accountSidPattern = /^AC[0-9a-f]{32}$/i

/** File mode bits that give other users access. */
const othersMask = 0o077

export const readCarrierLogin = async (
  environment: Environment,
  dataDir: string,
  terminal: Terminal,
): Promise<CarrierLogin> => {
  const { CARRIER_ACCOUNT_SID, CARRIER_AUTH_TOKEN } = environment
  if (CARRIER_ACCOUNT_SID && CARRIER_AUTH_TOKEN)
    return { accountSid: CARRIER_ACCOUNT_SID, authToken: CARRIER_AUTH_TOKEN }
  const file = join(dataDir, 'carrier.json')
  const kept = await readKept(file)
  if (kept) return kept
  if (!terminal.isInteractive)
    throw new Error(`CARRIER_ACCOUNT_SID and CARRIER_AUTH_TOKEN are missing, and ${file} does not exist.`)
  const accountSid = CARRIER_ACCOUNT_SID || (await terminal.ask('Account SID (Twilio console, first page): '))
  if (!accountSidPattern.test(accountSid)) throw new Error('An account SID is AC and 32 hexadecimal digits.')
  const authToken = await terminal.askHidden('Auth token (same page, stays hidden): ')
  if (authToken === '') throw new Error('Without the auth token no call can be placed.')
  const answer = await terminal.ask(`Keep both in ${file}, readable by you alone? [y/N] `)
  if (/^y/i.test(answer))
    await writeFile(file, JSON.stringify({ account_sid: accountSid, auth_token: authToken }), {
      mode: 0o600,
      flag: 'wx',
    })
  return { accountSid, authToken }
}

const readKept = async (file: string): Promise<CarrierLogin | undefined> => {
  const known = await stat(file).catch(() => undefined)
  if (!known) return undefined
  if (process.platform !== 'win32' && (known.mode & othersMask) !== 0)
    throw new Error(`Others can read ${file}. Run: chmod 600 ${file}`)
  const kept = Kept.safeParse(
    await readFile(file, 'utf8')
      .then(JSON.parse)
      .catch(() => undefined),
  ).data
  if (!kept) throw new Error(`${file} must hold {"account_sid": "AC…", "auth_token": "…"}.`)
  return { accountSid: kept.account_sid, authToken: kept.auth_token }
}

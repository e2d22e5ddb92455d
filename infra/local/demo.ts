import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import type { OwnedNumber } from '../../shared/domain/account/number.ts'
import { hashToken, writeToken } from '../../shared/domain/account/token.ts'
import type { Parts } from '../../shared/runtime/parts.ts'
import * as registry from '../../shared/runtime/registry.ts'
import { idAt } from '../../shared/words/id.ts'
import { microsPerUnit } from '../../shared/words/money.ts'

const Demo = z.object({ user_id: z.int(), token: z.string() })
export type Demo = z.infer<typeof Demo>

const dayMs = 24 * 60 * 60 * 1000

const fileIn = (dataDir: string) => join(dataDir, 'demo.json')

export const readDemo = async (dataDir: string): Promise<Demo> =>
  Demo.parse(JSON.parse(await readFile(fileIn(dataDir), 'utf8')))

/**
 * Creates the demo user, unless it exists. Stores its token in a file, because the table stores
 * only a hash.
 */
export const ensureDemoUser = async (parts: Parts, dataDir: string): Promise<Demo> => {
  const known = existsSync(fileIn(dataDir)) ? await readDemo(dataDir) : undefined
  if (known && (await registry.users(parts).find(known.user_id))) return known
  const now = parts.clock.now()
  const newId = (place: number) => idAt(now + place, parts.random.number())
  const user_id = newId(0)
  const token = writeToken(user_id, parts.random.bytes(32))
  await registry.users(parts).create({ id: user_id, name: 'Demo', email: 'demo@example.com', created_at: now })
  const owned: Omit<OwnedNumber, 'id' | 'user_id' | 'country_code'>[] = [
    { phone_number: '+12025550190', type_label: 'Normal', can_send_sms: true },
    { phone_number: '+12025550191', type_label: 'SIP', can_send_sms: false },
    { phone_number: '+12025550192', type_label: 'Caller ID', can_send_sms: false },
    { phone_number: '+12025550193', type_label: 'Normal', can_send_sms: true, expires_at: now - dayMs },
  ]
  for (const [place, number] of owned.entries())
    await registry.numbers(parts).create({ ...number, id: newId(place + 1), user_id, country_code: 'US' })
  await registry.voices(parts).create(user_id, {
    id: newId(9),
    name: 'My own voice',
    mode: 'pipeline',
    provider: 'ElevenLabs',
    provider_voice: 'demo-private-voice',
  })
  await registry.ledger(parts).move({
    user_id,
    type: 'top_up',
    amount: 25 * microsPerUnit,
    description: 'Opening balance',
  })
  await registry.tokens(parts).create({ hash: hashToken(token), user_id, ending: token.slice(-6), created_at: now })
  const demo = { user_id, token }
  await writeFile(fileIn(dataDir), JSON.stringify(demo), { mode: 0o600 })
  return demo
}

export const exampleAssistant = {
  assistant_name: 'Anna',
  voice_id: 1,
  language: 'English',
  llm_model: 'gpt-4.1-mini',
  calls_direction: 'make',
  engine_type: 'pipeline',
  timezone: 'Europe/Berlin',
  initial_message: 'Hello, this is Anna.',
  system_prompt: 'You are friendly and brief.',
} as const

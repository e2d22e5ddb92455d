import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { borrowNumber, readNote, returnNumber } from '../../../../infra/local/laptop/borrowed-number.ts'
import { readCarrierLogin } from '../../../../infra/local/laptop/credentials.ts'
import { openLaptop } from '../../../../infra/local/laptop/laptop.ts'
import { readLaptopOptions } from '../../../../infra/local/laptop/options.ts'
import type { Terminal } from '../../../../infra/local/laptop/terminal.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'laptop-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const accountSid = `AC${'1'.repeat(32)}`
const secret = 'the-auth-token'
const script: Terminal = { isInteractive: false, ask: async () => '', askHidden: async () => '' }
const typing = (...answers: string[]) => {
  const shown: string[] = []
  const answer = async (question: string) => {
    shown.push(question)
    return answers.shift() ?? ''
  }
  return { shown, terminal: { isInteractive: true, ask: answer, askHidden: answer } satisfies Terminal }
}

describe('options', () => {
  test('without any, the carrier stays what it was', () => expect(readLaptopOptions([])).toBe(undefined))

  test('are read, and numbers written in E.164', () =>
    expect(
      readLaptopOptions(['--carrier', 'twilio', '--number', '+1 202 555 0100', '--public-url', 'https://a.test/x']),
    ).toEqual({ number: '+12025550100', publicUrl: 'https://a.test', call: undefined, isRestore: false }))

  test.each([
    [['--carrier', 'other'], '--carrier must be twilio'],
    [['--carrier', 'twilio', '--number', '12'], '--number must be a phone number'],
    [['--carrier', 'twilio', '--public-url', 'http://a.test'], 'must begin with https://'],
    [['--carrier', 'twilio', '--auth-token', secret], 'Secrets are no options'],
    [[`--auth-token=${secret}`], 'Secrets are no options'],
  ])('%j: refused, and no value is shown', (args, sentence) => {
    expect(() => readLaptopOptions(args)).toThrow(sentence)
    expect(() => readLaptopOptions(args)).not.toThrow(secret)
  })
})

describe('credentials', () => {
  const file = () => join(dataDir, 'carrier.json')

  test('come from the environment first', async () => {
    const environment = { CARRIER_ACCOUNT_SID: accountSid, CARRIER_AUTH_TOKEN: secret }
    expect(await readCarrierLogin(environment, dataDir, script)).toEqual({ accountSid, authToken: secret })
  })

  test('are asked for, and kept for the owner alone on request', async () => {
    const { terminal, shown } = typing(accountSid, secret, 'y')
    expect(await readCarrierLogin({}, dataDir, terminal)).toEqual({ accountSid, authToken: secret })
    expect(shown.join()).not.toContain(secret)
    expect((await stat(file())).mode & 0o777).toBe(0o600)
    expect(await readCarrierLogin({}, dataDir, script)).toEqual({ accountSid, authToken: secret })
  })

  test('are not kept otherwise', async () => {
    await readCarrierLogin({}, dataDir, typing(accountSid, secret, '').terminal)
    await expect(stat(file())).rejects.toThrow('ENOENT')
  })

  test('in a file that others can read are refused', async () => {
    await writeFile(file(), JSON.stringify({ account_sid: accountSid, auth_token: secret }))
    await chmod(file(), 0o640)
    await expect(readCarrierLogin({}, dataDir, script)).rejects.toThrow('chmod 600')
  })

  test('in a script that has none are missed by name', () =>
    expect(readCarrierLogin({}, dataDir, script)).rejects.toThrow('CARRIER_AUTH_TOKEN'))
})

describe('a borrowed number', () => {
  const phone = '+12025550100'
  const before = { VoiceUrl: 'https://elsewhere.test', TrunkSid: 'TK1' }
  const ours = 'https://tunnel.test/api/carrier/incoming-call'
  const account = () => {
    let routing: Record<string, string> = before
    const carrier = {
      fetchNumber: async () => ({
        carrier_sid: 'PN1',
        name: 'Mine',
        can_send_sms: true,
        voice_url: routing.VoiceUrl,
        status_url: undefined,
        message_url: undefined,
        voice_override: undefined,
        message_override: undefined,
        is_posted: true,
        routing,
      }),
      pointNumber: async (_: string, to?: Readonly<Record<string, string>>) => {
        routing = to ?? { VoiceUrl: ours }
        return true
      },
    }
    const borrowing = { carrier, accountSid, file: join(dataDir, 'borrowed-number.json') }
    const change = (to: Record<string, string>) => {
      routing = to
    }
    return { borrowing, routing: () => routing, change }
  }

  test('leads again to where it did before', async () => {
    const { borrowing, routing } = account()
    await borrowNumber(borrowing, phone, ours)
    expect(routing()).toEqual({ VoiceUrl: ours })
    expect(await returnNumber(borrowing)).toEqual({ outcome: 'restored', phone_number: phone })
    expect(routing()).toEqual(before)
    expect(await returnNumber(borrowing)).toEqual({ outcome: 'nothing to restore' })
  })

  test('is noted before it is changed, without the secret', async () => {
    const { borrowing } = account()
    const dying = {
      ...borrowing,
      carrier: { ...borrowing.carrier, pointNumber: () => Promise.reject(new Error('died')) },
    }
    await expect(borrowNumber(dying, phone, ours)).rejects.toThrow('died')
    expect(await readNote(borrowing.file)).toMatchObject({ phone_number: phone, before })
    expect(await readFile(borrowing.file, 'utf8')).not.toContain(secret)
    expect(await returnNumber(borrowing)).toEqual({ outcome: 'restored', phone_number: phone })
  })

  test('that was changed at the carrier meanwhile stays as it is', async () => {
    const { borrowing, routing, change } = account()
    await borrowNumber(borrowing, phone, ours)
    change({ VoiceUrl: 'https://third.test' })
    expect(await returnNumber(borrowing)).toEqual({ outcome: 'changed meanwhile', phone_number: phone })
    expect(routing()).toEqual({ VoiceUrl: 'https://third.test' })
  })

  test('of another account keeps its note', async () => {
    const { borrowing } = account()
    await borrowNumber(borrowing, phone, ours)
    await expect(returnNumber({ ...borrowing, accountSid: 'AC2' })).rejects.toThrow('of the account AC1')
    expect(await readNote(borrowing.file)).toBeDefined()
  })

  test('that an earlier run left is told by a start without options', async () => {
    const { borrowing } = account()
    await borrowNumber(borrowing, phone, ours)
    const lines: string[] = []
    await openLaptop([], { DATA_DIR: dataDir }, { terminal: script, write: (line) => lines.push(line) })
    expect(lines.join()).toContain('npm start -- --carrier twilio --restore')
  })
})

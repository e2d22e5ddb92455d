import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readToken } from '../../../shared/domain/account/token.ts'
import { isGood } from '../../../shared/domain/account/token-view.ts'
import { type LocalStack, openLocalStack } from './harness.ts'

let stack: LocalStack
let user: number

beforeAll(async () => {
  stack = await openLocalStack()
  user = (await stack.admin('user create --email ada@example.com --name', 'Ada Lovelace')).answer.id
})
afterAll(() => stack.close())

const isAccepted = async (token: string) => {
  const claim = readToken(token)
  return claim !== undefined && isGood(await stack.tokens.find(claim), stack.clock.now())
}

describe('user', () => {
  test('create gives an id and a token that works', async () => {
    const { status, answer, stderr } = await stack.admin('user create --name Bo --email bo@example.com')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(answer).toEqual({ id: expect.any(Number), token: expect.stringMatching(/^parlance_/) })
    expect(readToken(answer.token)?.user_id).toBe(answer.id)
    expect(await isAccepted(answer.token)).toBe(true)
    expect(await stack.ledger.balance(answer.id)).toBe(0)
  })

  test('create starts the balance with a top-up', async () => {
    const { answer } = await stack.admin('user create --name Bo --email bo@example.com --balance 25.000001')
    expect(await stack.ledger.balance(answer.id)).toBe(25_000_001)
    expect(await stack.entries(answer.id)).toMatchObject([{ type: 'top_up', amount: 25_000_001 }])
  })

  test('list shows everybody, without keys of the table', async () => {
    const { answer } = await stack.admin('user list')
    expect(answer).toContainEqual({
      id: user,
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    })
  })

  test.each([
    ['user create --name Bo', '--email is missing.'],
    ['user create --name Bo --email bo', '--email must be an e-mail address.'],
    ['user create --email bo@example.com --name', '--name needs a value.'],
    ['user create --name --email bo@example.com', '--name needs a value.'],
    ['user create --name= --email bo@example.com', '--name must be a text of at most 255 characters.'],
    ['user create --name Bo --email bo@example.com --balance -1', '--balance must be an amount of 0 or more with'],
    ['user create --name Bo --email bo@example.com --balance 1.0000001', '--balance must be an amount of 0 or more'],
  ])('%s is refused', async (line, sentence) => {
    const { status, stdout, stderr } = await stack.admin(line)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toContain(`${sentence}`)
    expect(stderr).toContain('Usage: npm run admin -- user create --name NAME --email EMAIL [--balance AMOUNT]')
  })
})

describe('user countries', () => {
  test('sets an ISO 3166 list in order, and all removes it', async () => {
    const { answer } = await stack.admin(`user countries --user ${user} --set de,US,DE`)
    expect(answer).toEqual({ id: user, countries: ['DE', 'US'] })
    expect((await stack.admin(`user countries --user ${user} --set all`)).answer).toEqual({
      id: user,
      countries: 'all',
    })
  })

  test.each([
    ['user countries --user 1 --set DE,Germany', '--set must be codes of countries with commas between them'],
    ['user countries --user 1', '--set is missing.'],
    ['user countries --user 1 --set DE', 'There is no user 1.'],
    ['user suspend --user 1', 'There is no user 1.'],
    ['user resume --user 1', 'There is no user 1.'],
  ])('%s is refused', async (line, sentence) => {
    const { status, stderr } = await stack.admin(line)
    expect(status).toBe(2)
    expect(stderr).toContain(sentence)
  })
})

describe('user suspend', () => {
  test('takes every token out of use until resume, and no token is made meanwhile', async () => {
    const { answer } = await stack.admin('user create --name Cy --email cy@example.com')
    const second = await stack.admin(`token create --user ${answer.id}`)
    const marks = async () => (await stack.tokens.list(answer.id)).map(({ suspended_at }) => suspended_at !== undefined)
    expect((await stack.admin(`user suspend --user ${answer.id}`)).answer).toEqual({
      id: answer.id,
      suspended: true,
      live_calls: 0,
    })
    expect(await marks()).toEqual([true, true])
    const third = await stack.admin(`token create --user ${answer.id}`)
    expect(third.stderr).toContain('The account is suspended')
    expect((await stack.admin(`user resume --user ${answer.id}`)).answer).toEqual({ id: answer.id, suspended: false })
    expect(await marks()).toEqual([false, false])
    expect(await isAccepted(second.answer.token)).toBe(true)
  })
})

describe('token', () => {
  test('create gives one more that works, until it is revoked', async () => {
    const { token } = (await stack.admin(`token create --user ${user}`)).answer
    expect(await isAccepted(token)).toBe(true)
    const { status, answer } = await stack.admin(`token revoke --token ${token}`)
    expect({ status, answer }).toEqual({ status: 0, answer: { revoked: true } })
    expect(await isAccepted(token)).toBe(false)
  })

  test('list tells tokens apart and never shows one', async () => {
    const { id, token } = (await stack.admin('user create --name Bo --email bo@example.com')).answer
    await stack.admin(`token revoke --token ${token}`)
    const { answer, stdout } = await stack.admin(`token list --user ${id}`)
    expect(answer).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{12}$/),
        ending: token.slice(-6),
        scope: 'all',
        created_at: expect.any(String),
        expires_at: null,
        last_used_at: null,
        revoked_at: expect.any(String),
      },
    ])
    expect(stdout).not.toContain(token)
  })

  test('a lost one is revoked by its id or its last characters', async () => {
    const { id } = (await stack.admin('user create --name Cy --email cy@example.com')).answer
    for (const by of ['id', 'ending']) {
      const { token } = (await stack.admin(`token create --user ${id}`)).answer
      const listed = (await stack.admin(`token list --user ${id}`)).answer
      const mark = listed.find(({ ending }: { ending: string }) => token.endsWith(ending))[by]
      expect((await stack.admin(`token revoke --user ${id} --id ${mark}`)).answer).toEqual({ revoked: true })
      expect(await isAccepted(token)).toBe(false)
    }
    const unknown = await stack.admin(`token revoke --user ${id} --id 000000000000`)
    expect(unknown).toMatchObject({ status: 2, stderr: expect.stringContaining('No such token exists.') })
    const unnamed = await stack.admin(`token revoke --user ${id}`)
    expect(unnamed).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('Name the token: --token TOKEN, or --user'),
    })
  })

  test('one may end by itself, after some days or on a day', async () => {
    const { answer } = await stack.admin(`token create --user ${user} --expires 90d`)
    const claim = readToken(answer.token)
    const stored = claim && (await stack.tokens.find(claim))
    expect(isGood(stored, stack.clock.now() + 89 * 24 * 3600_000)).toBe(true)
    expect(isGood(stored, stack.clock.now() + 90 * 24 * 3600_000)).toBe(false)
    const dated = await stack.admin(`token create --user ${user} --expires 2099-12-31`)
    expect(dated.answer.expires_at).toMatch(/^2099-12-31T23:59:59|^2100-01-01T00:00:00/)
    expect(await stack.admin(`token create --user ${user} --expires 2020-01-01`)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--expires must be in the future.'),
    })
    expect((await stack.admin(`token create --user ${user} --expires soon`)).status).toBe(2)
  })

  test('one may be for less than everything, and says so in the list', async () => {
    const { id } = (await stack.admin('user create --name Di --email di@example.com')).answer
    for (const scope of ['read', 'operate', 'all']) {
      const { answer } = await stack.admin(`token create --user ${id} --scope ${scope}`)
      expect(answer.scope).toBe(scope)
      expect(await isAccepted(answer.token)).toBe(true)
    }
    const listed = (await stack.admin(`token list --user ${id}`)).answer
    expect(listed.map(({ scope }: { scope: string }) => scope).toSorted()).toEqual(['all', 'all', 'operate', 'read'])
    expect(await stack.admin(`token create --user ${id} --scope some`)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--scope must be one of read, operate, all.'),
    })
  })

  test('revoke refuses what is no token, and one that nobody has', async () => {
    const { answer } = await (await openLocalStack()).admin('user create --name Bo --email bo@example.com')
    expect(await stack.admin('token revoke --token parlance_x')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--token must be an API token.'),
    })
    expect(await stack.admin(`token revoke --token ${answer.token}`)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('No such token exists.'),
    })
  })
})

describe('number', () => {
  test('add stores E.164, the country and what was said about it', async () => {
    const added = await stack.admin(
      `number add --user ${user} --sms --expires 2027-12-31 --type`,
      'Caller ID',
      '--phone',
      '+44 20 7946 0018',
    )
    expect(added.answer).toEqual({ id: expect.any(Number) })
    expect(await stack.numbers.find(user, added.answer.id)).toMatchObject({
      phone_number: '+442079460018',
      country_code: 'GB',
      type_label: 'Caller ID',
      can_send_sms: true,
      expires_at: Date.UTC(2028, 0, 1),
    })
    expect(await stack.numbers.ownerOf('+442079460018')).toMatchObject({ user_id: user })
  })

  test('add takes a moment for the end as well', async () => {
    const { answer } = await stack.admin(
      `number add --user ${user} --phone +12025550115 --type SIP --expires 2020-01-01T12:00:00+02:00`,
    )
    expect((await stack.numbers.find(user, answer.id))?.expires_at).toBe(Date.UTC(2020, 0, 1, 10))
  })

  test('list shows them', async () => {
    const { id } = (await stack.admin('user create --name Bo --email bo@example.com')).answer
    const added = await stack.admin(`number add --user ${id} --phone +12025550111 --type Normal`)
    const { answer } = await stack.admin(`number list --user ${id}`)
    expect(answer).toEqual([
      {
        id: added.answer.id,
        phone_number: '+12025550111',
        country_code: 'US',
        type_label: 'Normal',
        is_available: true,
        can_send_sms: false,
        expires_at: null,
        inbound_assistant_id: null,
        nickname: null,
        region: null,
      },
    ])
  })

  test('a number belongs to one user, also when two are given it at once', async () => {
    const ended = await Promise.all(
      [1, 2, 3].map(() => stack.admin(`number add --user ${user} --phone +12025550112 --type SIP`)),
    )
    expect(ended.map(({ status }) => status).toSorted()).toEqual([0, 2, 2])
    expect(ended.find(({ status }) => status === 2)?.stderr).toContain('This phone number belongs to a user already.')
  })

  test.each([
    ['--phone 2025550113 --type SIP', '--phone must be a phone number in international form'],
    ['--phone +80012345678 --type SIP', ', of a country.'],
    ['--phone +12025550113 --type sip', '--type must be one of Normal, SIP, Caller ID.'],
    ['--phone +12025550113 --type SIP --sms=yes', '--sms takes no value.'],
    ['--phone +12025550113 --type SIP --expires 2027-02-30', '--expires must be a day such as 2027-12-31 or a moment'],
  ])('add %s is refused', async (options, sentence) => {
    const { status, stderr } = await stack.admin(`number add --user ${user} ${options}`)
    expect(status).toBe(2)
    expect(stderr).toContain(sentence)
  })
})

describe('balance add', () => {
  const balanceOf = async (...amounts: string[]) => {
    const { id } = (await stack.admin('user create --name Bo --email bo@example.com')).answer
    const answers = []
    for (const amount of amounts) answers.push(await stack.admin(`balance add --user ${id} --amount ${amount}`))
    return { id, answers }
  }

  test('tops up, and corrects with a negative amount', async () => {
    const { id, answers } = await balanceOf('10.5', '-0.000001')
    expect(answers.map(({ answer }) => answer)).toEqual([{ balance: 10.5 }, { balance: 10.499999 }])
    expect(await stack.entries(id)).toMatchObject([{ type: 'top_up' }, { type: 'adjustment', amount: -1 }])
  })

  test('never takes it below zero', async () => {
    const { id, answers } = await balanceOf('5', '-5.000001', '-5')
    expect(answers.map(({ status }) => status)).toEqual([0, 2, 0])
    expect(answers[1]?.stderr).toContain('The balance must not fall below zero.')
    expect(await stack.ledger.balance(id)).toBe(0)
  })

  test('lifts one that calls have taken below zero', async () => {
    const { id } = await balanceOf()
    await stack.ledger.move({ user_id: id, type: 'call', amount: -3_000_000, description: '' })
    expect((await stack.admin(`balance add --user ${id} --amount 1`)).answer).toEqual({ balance: -2 })
  })

  test.each(['0', '-0', '0.0', '1e3', 'much', '1.1234567'])('refuses %s', async (amount) => {
    const { status, stderr } = await stack.admin(`balance add --user ${user} --amount ${amount}`)
    expect(status).toBe(2)
    expect(stderr).toContain('--amount must be an amount other than 0')
  })

  test('loses nothing when several run at once', async () => {
    const { id } = await balanceOf()
    await Promise.all(Array.from({ length: 5 }, () => stack.admin(`balance add --user ${id} --amount 1`)))
    expect(await stack.ledger.balance(id)).toBe(5_000_000)
  })
})

test.each([
  ['pipeline', 'ElevenLabs'],
  ['multimodal', 'OpenAI'],
])('voice add gives the user a %s voice of %s', async (mode, provider) => {
  const { answer } = await stack.admin(
    `voice add --user ${user} --mode ${mode} --provider-voice abc --name`,
    'My voice',
  )
  expect(await stack.voices.find(user, answer.id)).toMatchObject({
    name: 'My voice',
    mode,
    provider,
    provider_voice: 'abc',
  })
})

describe('webhook-secret', () => {
  test('show makes one, once, also when asked twice at once', async () => {
    const shown = await Promise.all([1, 2, 3].map(() => stack.admin(`webhook-secret show --user ${user}`)))
    const [first] = shown
    expect(first?.answer.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(shown.map(({ answer }) => answer)).toEqual([first?.answer, first?.answer, first?.answer])
  })

  test('rotate makes a new one; the one before stays valid', async () => {
    const { secret: before } = (await stack.admin(`webhook-secret show --user ${user}`)).answer
    const { secret } = (await stack.admin(`webhook-secret rotate --user ${user}`)).answer
    expect((await stack.admin(`webhook-secret show --user ${user}`)).answer).toEqual({ secret })
    expect(await stack.webhookSecrets.current(user, stack.clock.now())).toEqual([secret, before])
  })

  test('both secrets of two rotations and the former are valid', async () => {
    const { id } = (await stack.admin('user create --name Bo --email bo@example.com')).answer
    const { secret: before } = (await stack.admin(`webhook-secret show --user ${id}`)).answer
    const rotated = await Promise.all([1, 2].map(() => stack.admin(`webhook-secret rotate --user ${id}`)))
    const secrets = rotated.map(({ answer }) => answer.secret)
    expect((await stack.webhookSecrets.current(id, stack.clock.now())).toSorted()).toEqual(
      [before, ...secrets].toSorted(),
    )
  })
})

test.each([
  'token create',
  'token list',
  'number add --phone +12025550114 --type SIP',
  'number list',
  'balance add --amount 1',
  'voice add --name A --mode pipeline --provider-voice a',
  'webhook-secret show',
  'webhook-secret rotate',
])('%s refuses a user that does not exist', async (line) => {
  const unknown = await stack.admin(`${line} --user 123`)
  expect(unknown).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('There is no user 123.') })
  const malformed = await stack.admin(`${line} --user ada`)
  expect(malformed).toMatchObject({ status: 2, stderr: expect.stringContaining('--user must be the id of a user.') })
})

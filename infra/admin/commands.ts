import * as z from 'zod'
import type { User } from '../../shared/data/users.ts'
import { countriesOf } from '../../shared/domain/account/account.ts'
import { isAvailable, numberTypes } from '../../shared/domain/account/number.ts'
import { hashToken, type ReadToken, writeToken } from '../../shared/domain/account/token.ts'
import type { Campaign } from '../../shared/domain/campaigns/campaign.ts'
import { idAt } from '../../shared/domain/id.ts'
import { decimalOf, type Micros } from '../../shared/domain/money.ts'
import { isoTime } from '../../shared/domain/time.ts'
import { writeWebhookSecret } from '../../shared/domain/webhooks/webhook-secret.ts'
import type { Supplied } from '../../shared/services.ts'
import { openCsv } from './csv.ts'
import { listDeadLetters, queuesOf, redrive } from './dead-letters.ts'
import { showDialling, startDialling, stopDialling } from './dialling.ts'
import { checkUp } from './doctor/doctor.ts'
import { eraseUser } from './erase.ts'
import { exportUser } from './export.ts'
import { importLeads } from './import-leads.ts'
import {
  balanceChange,
  campaign,
  countries,
  email,
  end,
  expiry,
  file,
  flag,
  moment,
  months,
  oneOf,
  optional,
  ownPhone,
  phone,
  startingBalance,
  text,
  token,
  tokenMark,
  user,
  worker,
} from './options.ts'
import { reconcile } from './reconcile/reconcile.ts'
import { refuse } from './refusal.ts'
import type { Stack } from './stacks.ts'
import { resumeUser, suspendUser, wakeCampaigns } from './suspension.ts'

/** What commands may touch. */
export const adminUses = [
  'accounts.allowCountries',
  'accounts.means',
  'accounts.release',
  'accounts.resume',
  'accounts.suspend',
  'calls.apply',
  'calls.find',
  'calls.ofCarrier',
  'calls.settleIn',
  'calls.since',
  'calls.receive',
  'tokens.resume',
  'tokens.suspend',
  'users.close',
  'users.find',
  'users.create',
  'users.keepFor',
  'users.list',
  'tokens.create',
  'tokens.revoke',
  'tokens.list',
  'numbers.create',
  'numbers.list',
  'numbers.ownerOf',
  'ledger.balance',
  'ledger.move',
  'voices.create',
  'assistants.find',
  'assistants.list',
  'blacklist.add',
  'blacklist.clear',
  'userData.erase',
  'userData.page',
  'campaigns.find',
  'campaigns.list',
  'campaigns.stop',
  'campaigns.wake',
  'leads.change',
  'leads.createMany',
  'leads.unblock',
  'leads.withNumbers',
  'leads.holdLists',
  'leadPages.standings',
  'histories.seal',
  'sealing.sendFor',
  'leadImports.begin',
  'leadImports.keep',
  'leadImports.finish',
  'callbacks.trialPost',
  'callbacks.trialSocket',
  'carrier.fetchAccount',
  'carrier.fetchCall',
  'carrier.fetchNumber',
  'carrier.fetchUsageTriggers',
  'carrier.listCalls',
  'carrier.listMessages',
  'deadlines.past',
  'deadlines.resting',
  'dialling.read',
  'dialling.start',
  'dialling.stop',
  'dialRate.leave',
  'dials.cancel',
  'dials.reserve',
  'dials.taken',
  'realtime.address',
  'sms.apply',
  'sms.record',
  'sms.since',
  'talkModel.talk',
  'webhookSecrets.ensure',
  'webhookSecrets.rotate',
  'clock',
  'random',
] as const

export type Tools = Supplied<(typeof adminUses)[number]> & {
  stack: Stack
  /** Tells a person something while the command runs. */
  warn(text: string): void
  /** Shows a line in the place of the one shown before. */
  showProgress(text: string): void
}

/** What a check-up says: lines for people in the place of JSON, and whether anything is wrong. */
export interface CheckUp {
  lines: string[]
  isWell: boolean
}

type Options = Record<string, z.ZodType>

export interface Command {
  name: string
  /** One sentence for the usage. */
  summary: string
  options: Options
  /** It answers with a CheckUp; that there is no stack to look at is a finding too. */
  checksUp?: true
  /** Checks what was given and returns the command, ready to run; refuses the first thing that is wrong. */
  prepare(given: Record<string, unknown>): (tools: Tools) => Promise<object>
}

interface Declaration<O extends Options> extends Omit<Command, 'prepare'> {
  options: O
  /** Gives what is printed; refuses what cannot be done. */
  run(values: z.output<z.ZodObject<O>>, tools: Tools): Promise<object>
}

const command = <O extends Options>({ run, ...declared }: Declaration<O>): Command => ({
  ...declared,
  prepare: (given) => {
    const reading = z.strictObject(declared.options).safeParse(given)
    if (!reading.success) return refuse(complaint(declared.name, reading.error))
    return (tools) => run(reading.data, tools)
  },
})

export const commands: Command[] = [
  command({
    name: 'user create',
    summary: 'Adds a user with a first API token, which is shown only now.',
    options: { name: text('NAME'), email: email(), balance: optional(startingBalance()) },
    run: async ({ name, email, balance = 0 }, tools) => {
      const created_at = tools.clock.now()
      const id = await newId(tools, (id) => tools.users.create({ id, name, email, created_at }))
      if (balance > 0) await moveBalance(tools, id, balance)
      return { id, token: await newToken(tools, id) }
    },
  }),
  command({
    name: 'user list',
    summary: 'All users.',
    options: {},
    run: async (_, { users }) =>
      (await users.list()).map(({ id, name, email, created_at }) => ({
        id,
        name,
        email,
        created_at: isoTime(created_at),
      })),
  }),
  command({
    name: 'user retention',
    summary: 'How long transcripts and recordings of calls from now on are kept; those that there are keep their date.',
    options: { user: user(), months: months() },
    run: async ({ user, months }, { users }) => {
      if (!(await users.keepFor(user, months))) refuse(`There is no user ${user}.`)
      return { id: user, retention_months: months }
    },
  }),
  command({
    name: 'user suspend',
    summary:
      'Stops everything of a user: no request is answered, no call begins, those that run end within a minute. Nothing is lost.',
    options: { user: user() },
    run: ({ user }, tools) => suspendUser(user, tools),
  }),
  command({
    name: 'user resume',
    summary: 'Lets a suspended user go on: tokens are good again, and campaigns dial where they stood.',
    options: { user: user() },
    run: ({ user }, tools) => resumeUser(user, tools),
  }),
  command({
    name: 'user countries',
    summary: "The only countries that a user may call and text, in place of the stage's; all: what the stage allows.",
    options: { user: user(), set: countries() },
    run: async ({ user, set }, tools) => {
      const list = set === 'all' ? undefined : set
      if (!(await tools.accounts.allowCountries(user, list))) refuse(`There is no user ${user}.`)
      await wakeCampaigns(user, tools)
      return { id: user, countries: countriesOf(await tools.accounts.means(user)) ?? 'all' }
    },
  }),
  command({
    name: 'token create',
    summary: 'Gives a user one more API token, which is shown only now.',
    options: { user: user(), expires: optional(expiry()) },
    run: async ({ user, expires }, tools) => {
      await known(tools, user)
      const { account } = await tools.accounts.means(user)
      if (account.suspended_at !== undefined) refuse('The account is suspended: run user resume first.')
      const now = tools.clock.now()
      const expires_at = expires?.(now)
      if (expires_at !== undefined && expires_at <= now) refuse('--expires must lie ahead.')
      return { token: await newToken(tools, user, expires_at), expires_at: timeOrNull(expires_at) }
    },
  }),
  command({
    name: 'token revoke',
    summary: 'Makes a token useless from now on: the token itself, or one of a user by what token list shows of it.',
    options: { token: optional(token()), user: optional(user()), id: optional(tokenMark()) },
    run: async ({ token, user, id }, tools) => {
      const named = token ?? (user !== undefined && id !== undefined ? await tokenNamed(tools, user, id) : undefined)
      if (!named) return refuse('Say which: --token TOKEN, or --user ID with --id ID as token list shows it.')
      const revoked = await tools.tokens.revoke(named, tools.clock.now())
      return revoked ? { revoked } : refuse('There is no such token.')
    },
  }),
  command({
    name: 'token list',
    summary: "A user's tokens, by id and last characters; when each was last used, to the day.",
    options: { user: user() },
    run: async ({ user }, tools) => {
      await known(tools, user)
      return (await tools.tokens.list(user)).map(({ hash, ending, created_at, expires_at, ...token }) => ({
        id: tokenId(hash),
        ending,
        created_at: isoTime(created_at),
        expires_at: timeOrNull(expires_at),
        last_used_at: timeOrNull(token.last_used_at),
        revoked_at: timeOrNull(token.revoked_at),
      }))
    },
  }),
  command({
    name: 'number add',
    summary: 'Gives a user a phone number, with --sms one that can send messages.',
    options: {
      user: user(),
      phone: ownPhone(),
      type: oneOf(numberTypes),
      sms: flag(),
      nickname: optional(text('NAME')),
      region: optional(text('NAME')),
      expires: optional(end()),
    },
    run: async ({ user, phone, type, sms, nickname, region, expires }, tools) => {
      await known(tools, user)
      const id = await newId(tools, async (id) => {
        const outcome = await tools.numbers.create({
          id,
          user_id: user,
          phone_number: phone.number,
          country_code: phone.country,
          type_label: type,
          can_send_sms: sms,
          nickname,
          region,
          expires_at: expires,
        })
        if (outcome === 'taken') refuse('This phone number belongs to a user already.')
        return outcome === 'created'
      })
      return { id }
    },
  }),
  command({
    name: 'number list',
    summary: "A user's phone numbers.",
    options: { user: user() },
    run: async ({ user }, tools) => {
      await known(tools, user)
      const now = tools.clock.now()
      return (await tools.numbers.list(user)).map((number) => ({
        id: number.id,
        phone_number: number.phone_number,
        nickname: number.nickname ?? null,
        country_code: number.country_code,
        region: number.region ?? null,
        type_label: number.type_label,
        is_available: isAvailable(number, now),
        can_send_sms: number.can_send_sms,
        expires_at: timeOrNull(number.expires_at),
        inbound_assistant_id: number.inbound_assistant_id ?? null,
      }))
    },
  }),
  command({
    name: 'balance add',
    summary: 'Tops up a balance, or with a negative amount corrects it.',
    options: { user: user(), amount: balanceChange() },
    run: async ({ user, amount }, tools) => {
      await known(tools, user)
      return { balance: decimalOf(await moveBalance(tools, user, amount)) }
    },
  }),
  command({
    name: 'voice add',
    summary: 'Gives a user a private voice: of ElevenLabs in pipeline mode, of OpenAI in multimodal mode.',
    options: {
      user: user(),
      name: text('NAME'),
      mode: oneOf(['pipeline', 'multimodal']),
      'provider-voice': text('VOICE'),
    },
    run: async ({ user, name, mode, 'provider-voice': provider_voice }, tools) => {
      await known(tools, user)
      const provider = mode === 'pipeline' ? 'ElevenLabs' : 'OpenAI'
      const id = await newId(tools, (id) => tools.voices.create(user, { id, name, mode, provider, provider_voice }))
      return { id }
    },
  }),
  command({
    name: 'leads import',
    summary: 'Adds the rows of a CSV file to a campaign as leads; run again, it goes on where it was interrupted.',
    options: { campaign: campaign(), csv: file(), 'allow-duplicates': flag() },
    run: async ({ campaign, csv, 'allow-duplicates': anyNumber }, tools) =>
      importLeads({ campaign: await campaignOfAnybody(tools, campaign), csv: await openCsv(csv), anyNumber }, tools),
  }),
  command({
    name: 'webhook-secret show',
    summary: "The secret that signs a user's webhooks, made when there is none.",
    options: { user: user() },
    run: async ({ user }, tools) => {
      await known(tools, user)
      const [secret] = await tools.webhookSecrets.ensure(user, freshSecret(tools), tools.clock.now())
      return { secret }
    },
  }),
  command({
    name: 'webhook-secret rotate',
    summary: 'Makes a new signing secret; the one before it stays valid for 24 hours, with --now for no moment longer.',
    options: { user: user(), now: flag() },
    run: async ({ user, now: atOnce }, tools) => {
      await known(tools, user)
      const secret = freshSecret(tools)
      await tools.webhookSecrets.rotate(user, secret, tools.clock.now(), { atOnce })
      return { secret }
    },
  }),
  command({
    name: 'call receive',
    summary: "Lets somebody call a user's number; only where the carrier is the local double.",
    options: { to: phone(), from: phone() },
    run: async ({ to, from }, { numbers, stack }) => {
      if (!(await numbers.ownerOf(to.number))) refuse('The number of --to belongs to no user.')
      return { sid: await stack.receiveCall(to.number, from.number) }
    },
  }),
  command({
    name: 'doctor',
    summary:
      'Checks the running system end to end: a line for each check, what is wrong and what to do; exit status 1 when anything is.',
    options: {},
    checksUp: true,
    run: (_, tools) => checkUp(tools),
  }),
  command({
    name: 'dialling',
    summary: 'Whether calls and messages go out; if not, why, since when, and who stopped them.',
    options: {},
    run: (_, tools) => showDialling(tools),
  }),
  command({
    name: 'dialling stop',
    summary:
      'Within five seconds the carrier is asked for no call and no message any more, for the whole stage. What runs goes on, and nothing is lost.',
    options: { why: text('TEXT'), by: optional(text('NAME')) },
    run: ({ why, by }, tools) => stopDialling(why, by, tools),
  }),
  command({
    name: 'dialling start',
    summary: 'Lets everything go on where it stood, within a minute; single calls that waited too long have failed.',
    options: { by: optional(text('NAME')) },
    run: ({ by }, tools) => startDialling(by, tools),
  }),
  command({
    name: 'restore adopt',
    summary:
      'Puts back what a restore to a point in time forgets: expiry, backups, key, tags, protection; run again, it goes on.',
    options: { table: text('NAME') },
    run: ({ table }, { stack }) => stack.adoptTable(table),
  }),
  command({
    name: 'reconcile',
    summary:
      'Puts every call and message that the carrier has seen since then into a restored table, each once, and says what no carrier knows; run again, it goes on.',
    options: { since: moment() },
    run: ({ since }, tools) => reconcile(since, tools),
  }),
  command({
    name: 'dead-letters list',
    summary: 'What workers gave up on: how many messages, how old, and what some of them are about.',
    options: { queue: optional(worker()) },
    run: async ({ queue }, { stack }) => {
      const listed = await listDeadLetters(await queuesOf(stack, queue), stack.parts.sqs)
      return listed.map(({ oldest_at, ...letters }) => ({ ...letters, oldest_at: timeOrNull(oldest_at) }))
    },
  }),
  command({
    name: 'dead-letters redrive',
    summary: 'Gives the dead letters of one worker, or of all, back to it; once their cause is mended.',
    options: { queue: optional(worker()) },
    run: async ({ queue }, { stack }) =>
      Promise.all(
        (await queuesOf(stack, queue)).map(async (each) => ({
          worker: each.worker.id,
          redriven: await redrive(each, stack.parts.sqs),
        })),
      ),
  }),
  command({
    name: 'export',
    summary:
      "Writes all of one user's data into a file, user-ID.jsonl by default, and the recordings beside it; run again, it goes on where it was interrupted.",
    options: { user: user(), out: optional(file()) },
    run: async ({ user, out }, tools) => {
      await known(tools, user)
      return exportUser(user, out ?? `user-${user}.jsonl`, tools)
    },
  }),
  command({
    name: 'delete',
    summary:
      "Erases all of one user's data, recordings included, for good; refuses while calls are live. Run again, it goes on.",
    options: { user: user(), yes: flag() },
    run: async ({ user, yes }, tools) => {
      if (!yes) refuse(`This cannot be undone. Export what you need, then say --yes to erase all data of user ${user}.`)
      return eraseUser(user, tools)
    },
  }),
]

const complaint = (name: string, { issues: [issue] }: z.ZodError): string =>
  issue?.code === 'unrecognized_keys'
    ? `"${name}" takes no --${issue.keys[0]}.`
    : `--${issue?.path.join('.')} ${issue?.message}.`

const known = async ({ users }: Tools, id: number): Promise<User> =>
  (await users.find(id)) ?? refuse(`There is no user ${id}.`)

/** Campaigns are kept by user, and an administrator knows only the campaign. */
const campaignOfAnybody = async ({ users, campaigns }: Tools, id: number): Promise<Campaign> => {
  const found = await Promise.all((await users.list()).map((user) => campaigns.find(user.id, id)))
  return found.find((campaign) => campaign !== undefined) ?? refuse(`There is no campaign ${id}.`)
}

const createAttemptsMax = 5

/** Two ids made in one millisecond may clash: `create` answers false when the id is taken. */
const newId = async ({ clock, random }: Tools, create: (id: number) => Promise<boolean>): Promise<number> => {
  for (let attempt = 1; attempt <= createAttemptsMax; attempt++) {
    const id = idAt(clock.now(), random.number())
    if (await create(id)) return id
  }
  throw new Error('No id was free')
}

const tokenBytes = 32
const endingLength = 6

const newToken = async ({ tokens, clock, random }: Tools, user_id: number, expires_at?: number): Promise<string> => {
  const written = writeToken(user_id, random.bytes(tokenBytes))
  const ending = written.slice(-endingLength)
  await tokens.create({ hash: hashToken(written), user_id, ending, created_at: clock.now(), expires_at })
  return written
}

/** Tells the tokens of a user apart, and opens nothing. */
const tokenId = (hash: string): string => hash.slice(0, 12)

/** The one token of a user that has this id, or these last characters. */
const tokenNamed = async ({ tokens }: Tools, user_id: number, mark: string): Promise<ReadToken> => {
  const named = (await tokens.list(user_id)).filter(({ hash, ending }) => mark === tokenId(hash) || mark === ending)
  const [only, another] = named
  if (!only) return refuse('There is no such token.')
  return another ? refuse('Several tokens end like that: say the id of one.') : { user_id, hash: only.hash }
}

/** An administrator never takes a balance below zero, but may lift one that calls have taken there. */
const moveBalance = async (tools: Tools, user_id: number, amount: Micros): Promise<Micros> => {
  const kind =
    amount > 0
      ? ({ type: 'top_up', description: 'Top-up' } as const)
      : ({ type: 'adjustment', description: 'Adjustment' } as const)
  const moved = await tools.ledger.move({ user_id, ...kind, amount }, amount < 0 ? { floor: 0 } : {})
  if (!moved.moved) refuse('The balance must not fall below zero.')
  return tools.ledger.balance(user_id)
}

const secretBytes = 32

const freshSecret = ({ random }: Tools): string => writeWebhookSecret(random.bytes(secretBytes))

const timeOrNull = (time: number | undefined): string | null => (time === undefined ? null : isoTime(time))

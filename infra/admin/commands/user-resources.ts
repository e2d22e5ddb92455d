import { isAvailable, numberTypes } from '../../../shared/domain/account/number.ts'
import { writeWebhookSecret } from '../../../shared/domain/webhooks/webhook-secret.ts'
import type { Micros } from '../../../shared/words/money.ts'
import { decimalOf } from '../../../shared/words/money.ts'
import { type Command, command } from '../command.ts'
import { carrierNumbers, routesOf } from '../number-routes.ts'
import { balanceChange, end, flag, oneOf, optional, ownPhone, text, user } from '../options.ts'
import { refuse } from '../refusal.ts'
import type { AdminTools } from '../tools.ts'
import { known, newId, timeOrNull } from './known.ts'

export const userResourceCommands: Command[] = [
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
    name: 'number point',
    summary: 'Has the carrier send calls and messages of numbers here: of --phone, or of all that lead elsewhere.',
    options: { phone: optional(ownPhone()) },
    run: async ({ phone }, tools) => {
      const owned = (await carrierNumbers(tools)).filter(({ phone_number }) => !phone || phone_number === phone.number)
      if (phone && owned.length === 0) refuse('No user has this number, or the carrier does not send its calls.')
      const routes = await routesOf(owned, tools)
      const pointed: string[] = []
      const missing: string[] = []
      for (const { number, held, faults } of routes) {
        if (faults.length === 0) continue
        const isPointed = held !== undefined && (await tools.carrier.pointNumber(held.carrier_sid))
        const list = isPointed ? pointed : missing
        list.push(number.phone_number)
      }
      return { pointed, missing, unchanged: routes.length - pointed.length - missing.length }
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
]

export const moveBalance = async (tools: AdminTools, user_id: number, amount: Micros): Promise<Micros> => {
  const kind =
    amount > 0
      ? ({ type: 'top_up', description: 'Top-up' } as const)
      : ({ type: 'adjustment', description: 'Adjustment' } as const)
  const moved = await tools.ledger.move({ user_id, ...kind, amount }, amount < 0 ? { floor: 0 } : {})
  if (!moved.moved) refuse('The balance must not fall below zero.')
  return tools.ledger.balance(user_id)
}

const secretBytes = 32

const freshSecret = ({ random }: AdminTools): string => writeWebhookSecret(random.bytes(secretBytes))

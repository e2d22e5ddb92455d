import { lost, type StoreParts, untilWritten } from '../../table/compare-and-set.ts'
import { webhookSecretKey } from '../../table/keys.ts'
import { isNew, when } from '../../table/table.ts'

/** Each request has one signature per valid secret, so receivers keep working after a rotation. */
export interface WebhookSecrets {
  /** Newest first. */
  current(user_id: number, now: number): Promise<string[]>
  /** Stores this secret if the user has none. */
  ensure(user_id: number, secret: string, now: number): Promise<[newest: string, ...string[]]>
  give(user_id: number, secret: string, now: number): Promise<[newest: string, ...string[]]>
  /**
   * The previous secret stays valid for 24 hours, unless `atOnce`. Two concurrent new secrets are
   * both valid.
   */
  rotate(user_id: number, secret: string, now: number, how?: { atOnce?: boolean }): Promise<void>
}

interface StoredSecrets {
  secret: string
  retired: { secret: string; valid_until: number }[]
}

const overlapMs = 24 * 60 * 60 * 1000
/**
 * Maximum number of previous secrets that stay valid. Each valid secret costs a signature per
 * request.
 */
const retiredMax = 4

export const webhookSecrets = (parts: StoreParts): WebhookSecrets => {
  const { table } = parts
  const find = (user_id: number) => table.get<StoredSecrets>(webhookSecretKey(user_id))
  const give: WebhookSecrets['give'] = (user_id, secret, now) =>
    untilWritten(parts, 'signing secret', async () => {
      const first: StoredSecrets = { secret, retired: [] }
      const written = await table.write<StoredSecrets>([
        { put: { ...webhookSecretKey(user_id), ...first }, when: isNew },
      ])
      if (written.done) return validAt(first, now)
      const [stored] = written.before
      return stored ? validAt(stored, now) : lost
    })

  return {
    current: async (user_id, now) => {
      const stored = await find(user_id)
      return stored ? validAt(stored, now) : []
    },

    ensure: async (user_id, secret, now) => {
      const stored = await find(user_id)
      return stored ? validAt(stored, now) : give(user_id, secret, now)
    },

    give,

    rotate: async (user_id, secret, now, { atOnce = false } = {}) => {
      let before = await find(user_id)
      await untilWritten(parts, 'signing secret', async () => {
        if (before?.secret === secret) return undefined
        const retired =
          before && !atOnce ? [{ secret: before.secret, valid_until: now + overlapMs }, ...before.retired] : []
        const next: StoredSecrets = { secret, retired: retired.filter(isValidAt(now)).slice(0, retiredMax) }
        const unchanged = before ? when('#secret = :seen', { seen: before.secret }) : isNew
        const written = await table.write<StoredSecrets>([
          { put: { ...webhookSecretKey(user_id), ...next }, when: unchanged },
        ])
        if (written.done) return undefined
        before = written.before[0]
        return lost
      })
    },
  }
}

const isValidAt =
  (now: number) =>
  ({ valid_until }: { valid_until: number }) =>
    now < valid_until

const validAt = ({ secret, retired }: StoredSecrets, now: number): [string, ...string[]] => [
  secret,
  ...retired.filter(isValidAt(now)).map((old) => old.secret),
]

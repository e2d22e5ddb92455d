/**
 * The single table on one page. Every key of a user's things starts with the user's id, so that what belongs to
 * somebody else is not found, at the same cost as what does not exist. Sort keys are zero-padded ids: time order.
 *
 *   pk                    sk                what
 *   users                 <user>            a user: name, e-mail
 *   <user>                balance           the account balance
 *   <user>                webhook-secret    the signing secret, and the one before it
 *   <user>#token          <sha-256>         an API token (its hash)
 *   <user>#assistant      <id>              an assistant
 *   <user>#number         <id>              an owned phone number
 *   <user>#voice          <id>              a private voice
 *   <user>#call           <id>              a call's header: small and hot              → due
 *   <user>#call-detail    <id>              its variables, transcript, evaluation
 *   <user>#ledger         <id>              a ledger entry
 *   <user>#idempotency    <operation>#<key> the first answer to a request
 *   phone#<E.164>         phone             who owns a number (for incoming calls and messages)
 *
 * Index `due` (due_shard, due_at): everything unfinished, by the time somebody must look after it.
 */
export interface Key {
  pk: string
  sk: string
}

const padded = (id: number) => String(id).padStart(16, '0')

export const userKey = (user: number): Key => ({ pk: 'users', sk: padded(user) })
export const balanceKey = (user: number): Key => ({ pk: String(user), sk: 'balance' })
export const webhookSecretKey = (user: number): Key => ({ pk: String(user), sk: 'webhook-secret' })
export const tokenKey = (user: number, hash: string): Key => ({ pk: `${user}#token`, sk: hash })
export const assistantKey = (user: number, id: number): Key => ({ pk: `${user}#assistant`, sk: padded(id) })
export const numberKey = (user: number, id: number): Key => ({ pk: `${user}#number`, sk: padded(id) })
export const voiceKey = (user: number, id: number): Key => ({ pk: `${user}#voice`, sk: padded(id) })
export const callKey = (user: number, id: number): Key => ({ pk: `${user}#call`, sk: padded(id) })
export const callDetailKey = (user: number, id: number): Key => ({ pk: `${user}#call-detail`, sk: padded(id) })
export const ledgerKey = (user: number, id: number): Key => ({ pk: `${user}#ledger`, sk: padded(id) })
export const idempotencyKey = (user: number, operation: string, hash: string): Key => ({
  pk: `${user}#idempotency`,
  sk: `${operation}#${hash}`,
})
export const phoneKey = (number: string): Key => ({ pk: `phone#${number}`, sk: 'phone' })

/** How many partitions the deadline index is spread over; the schedule reads them all. */
export const dueShards = 8

/** Where a thing stands in the deadline index; nowhere without a deadline. */
export const dueKey = (id: number, due_at: number | undefined) =>
  due_at === undefined ? {} : { due_shard: `due#${id % dueShards}`, due_at }

/** What a key of the deadline index speaks of: `12#call` + `…34` → a call 34 of user 12. */
export const readDueKey = ({ pk, sk }: Key): { noun: string; user_id: number; id: number } => {
  const [user, noun = ''] = pk.split('#')
  return { noun, user_id: Number(user), id: Number(sk) }
}

export const tableShape = {
  partitionKey: 'pk',
  sortKey: 'sk',
  expiry: 'expires_at_seconds',
  dueIndex: { name: 'due', partitionKey: 'due_shard', sortKey: 'due_at' },
} as const

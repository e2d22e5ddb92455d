import type { Assistants } from './data/assistants.ts'
import type { Calls } from './data/calls.ts'
import type { Deadlines } from './data/deadlines.ts'
import type { Idempotency } from './data/idempotency.ts'
import type { Ledger } from './data/ledger.ts'
import type { Numbers } from './data/numbers.ts'
import type { Tokens } from './data/tokens.ts'
import type { Users } from './data/users.ts'
import type { Voices } from './data/voices.ts'
import type { WebhookSecrets } from './data/webhook-secrets.ts'
import type { CallRef } from './domain/call-ref.ts'
import type { Clock, Random } from './domain/clock.ts'
import type { Stage } from './domain/stage.ts'
import type { Callbacks } from './providers/callbacks.ts'
import type { Carrier } from './providers/carrier.ts'
import type { Queue } from './providers/queue.ts'

/**
 * The parts list: what an operation may name in `uses`. A part with permissions is named method by method
 * (`calls.find`), so that a role holds exactly what its function calls and the handler sees nothing else.
 */
export interface Services extends Granted, Free {}

/** Parts that reach AWS or the outside world; infra/grants.ts says what each method needs. */
export interface Granted {
  assistants: Assistants
  calls: Calls
  carrier: Carrier
  callbacks: Callbacks
  deadlines: Deadlines
  idempotency: Idempotency
  ledger: Ledger
  numbers: Numbers
  tokens: Tokens
  users: Users
  voices: Voices
  webhookSecrets: WebhookSecrets
  placeCallQueue: Queue<CallRef>
  advanceCallQueue: Queue<CallRef>
}

/** Parts that need no permission. */
export interface Free {
  clock: Clock
  random: Random
  stage: Stage
}

export type ServiceName = keyof Services
export type GrantedUse = { [S in keyof Granted]: `${S}.${keyof Granted[S] & string}` }[keyof Granted]
export type Use = GrantedUse | keyof Free

type NameOf<U extends Use> = U extends `${infer S}.${string}` ? S : U
type MethodOf<U extends Use, S extends string> = U extends `${S}.${infer M}` ? M : never

/** What a handler receives: exactly the methods that its declaration names. */
export type Supplied<U extends Use> = {
  [S in NameOf<U> & ServiceName]: S extends keyof Free ? Free[S] : Pick<Services[S], MethodOf<U, S> & keyof Services[S]>
}

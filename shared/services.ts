import type * as registry from './runtime/registry.ts'
import type { Clock, Random } from './words/clock.ts'
import type { Stage } from './words/stage.ts'

type Registry = typeof registry

/**
 * Services that need permissions, by their names in `runtime/registry.ts`. An operation names their
 * methods in `uses` (`calls.find`), so that its role permits exactly what its function calls.
 */
export type Granted = { [S in keyof Registry]: ReturnType<Registry[S]> }

/** Services that need no permission. */
export interface Free {
  clock: Clock
  random: Random
  stage: Stage
}

export type Services = Granted & Free
export type ServiceName = keyof Services
export type GrantedUse = { [S in keyof Granted]: `${S}.${keyof Granted[S] & string}` }[keyof Granted]
export type Use = GrantedUse | keyof Free

type NameOf<U extends Use> = U extends `${infer S}.${string}` ? S : U
type MethodOf<U extends Use, S extends string> = U extends `${S}.${infer M}` ? M : never

/** The services that a handler receives: exactly the methods that `uses` names. */
export type Dependencies<U extends Use> = {
  [S in NameOf<U> & ServiceName]: S extends keyof Granted
    ? Pick<Granted[S], Extract<MethodOf<U, S>, keyof Granted[S]>>
    : Services[S]
}

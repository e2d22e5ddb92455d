import type { User } from '../../../shared/data/account/users.ts'
import { idAt } from '../../../shared/words/id.ts'
import { isoTime } from '../../../shared/words/time.ts'
import { refuse } from '../refusal.ts'
import type { AdminTools } from '../tools.ts'

export const known = async ({ users }: AdminTools, id: number): Promise<User> =>
  (await users.find(id)) ?? refuse(`There is no user ${id}.`)

const createAttemptsMax = 5

/** Makes ids until `create` accepts one; `create` returns false when the id is taken. */
export const newId = async (
  { clock, random }: AdminTools,
  create: (id: number) => Promise<boolean>,
): Promise<number> => {
  for (let attempt = 1; attempt <= createAttemptsMax; attempt++) {
    const id = idAt(clock.now(), random.number())
    if (await create(id)) return id
  }
  throw new Error('No id was free')
}

export const timeOrNull = (time: number | undefined): string | null => (time === undefined ? null : isoTime(time))

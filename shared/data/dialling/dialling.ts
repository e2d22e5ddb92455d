import type { Dialling } from '../../domain/dialling/dialling.ts'
import { diallingKey } from '../../table/keys.ts'
import { type Table, when } from '../../table/table.ts'

/** Emergency stop of a stage, which is read before each call or SMS. */
export interface DiallingSwitch {
  /**
   * `stale`: an eventually consistent read, for callers that read again before asking the carrier.
   */
  read(how?: { stale?: boolean }): Promise<DiallingRead>
  stop(why: string, stopped_by: string, now: number): Promise<boolean>
  start(started_by: string, now: number): Promise<boolean>
}

export interface DiallingRead extends Dialling {
  /** Real epoch milliseconds after which the allowed request must not be sent. */
  leaves_by: number
  /** Minutes after which a waiting single call is no longer placed. */
  stale_minutes: number
}

interface DiallingParts {
  table: Table
  settings: { get(name: string): string | undefined; required(name: string): string }
  worldTime: () => number
}

type Stored = Omit<Dialling, 'isStopped'> & { state: 'stopped' | 'started' }

/** Milliseconds after reading the switch within which the request to the carrier must be sent. */
const leavesMsMax = 2_000
const staleMinutesDefault = 15

/** The key has the table's name, so a copied table does not inherit the stop. */
export const dialling = ({ table, settings, worldTime }: DiallingParts): DiallingSwitch => {
  const key = () => diallingKey(settings.required('TABLE_NAME'))
  const isStoppedByTemplate = () => settings.get('DIALLING') === 'stopped'

  const read = async (how?: { stale?: boolean }): Promise<DiallingRead> => {
    const leaves_by = worldTime() + leavesMsMax
    const stale_minutes = Number(settings.get('STALE_CALL_MINUTES') ?? staleMinutesDefault)
    const stored = await table.get<Stored>(key(), how)
    if (!stored) return { isStopped: isStoppedByTemplate(), leaves_by, stale_minutes }
    const { state, stopped_at, why, stopped_by, started_at, started_by } = stored
    const isStopped = state === 'stopped'
    return { isStopped, stopped_at, why, stopped_by, started_at, started_by, leaves_by, stale_minutes }
  }

  return {
    read,

    stop: async (why, stopped_by, now) => {
      const written = await table.write([
        {
          update: key(),
          set: { state: 'stopped', stopped_at: now, why, stopped_by },
          remove: ['started_at', 'started_by'],
          when: when('attribute_not_exists(#pk) OR #state = :started', { started: 'started' }),
        },
      ])
      return written.done
    },

    start: async (started_by, now) => {
      const isStopped = isStoppedByTemplate() ? 'attribute_not_exists(#pk) OR #state = :stopped' : '#state = :stopped'
      const written = await table.write([
        {
          update: key(),
          set: { state: 'started', started_at: now, started_by },
          when: when(isStopped, { stopped: 'stopped' }),
        },
      ])
      return written.done
    },
  }
}

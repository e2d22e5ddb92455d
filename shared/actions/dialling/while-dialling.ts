import type { Dependencies, Services } from '../../services.ts'
import type { Log } from '../../words/log.ts'

type DiallingRead = Awaited<ReturnType<Services['dialling']['read']>>
type Placement = Awaited<ReturnType<Services['carrier']['placeCall']>>

const pollsMax = 3

/**
 * Sends a request to the carrier. Returns undefined, with nothing sent, if dialling is stopped or
 * its state is unknown.
 */
export const whileDialling = async (
  { dialling }: Dependencies<'dialling.read'>,
  log: Log,
  ask: (leaves_by: number) => Promise<Placement>,
  reading: Promise<DiallingRead> = dialling.read(),
): Promise<Exclude<Placement, { outcome: 'late' }> | undefined> => {
  for (let poll = 0; poll < pollsMax; poll++) {
    const seen = await (poll === 0 ? reading : dialling.read()).catch((cause) =>
      log.warn('the dialling switch could not be read', { cause }),
    )
    if (!seen || seen.isStopped) return undefined
    const placement = await ask(seen.leaves_by)
    if (placement.outcome !== 'late') return placement
  }
  log.warn('the carrier was not asked: no time was left', { polls: pollsMax })
  return undefined
}

import type { Services, Supplied } from '../../services.ts'
import type { Log } from '../../words/log.ts'

type DiallingRead = Awaited<ReturnType<Services['dialling']['read']>>
type Placement = Awaited<ReturnType<Services['carrier']['placeCall']>>

/** Times that the stop is read for one request that never leaves soon enough after a read. */
const looksMax = 3

/**
 * Makes a request to the carrier that has an effect for a callee, right after a look at the button:
 * `looking`, if one was begun beside what came before. Undefined if it is pressed, or if that could
 * not be told: then nothing was sent.
 */
export const whileDialling = async (
  { dialling }: Supplied<'dialling.read'>,
  log: Log,
  ask: (leaves_by: number) => Promise<Placement>,
  looking: Promise<DiallingRead> = dialling.read(),
): Promise<Exclude<Placement, { outcome: 'late' }> | undefined> => {
  for (let look = 0; look < looksMax; look++) {
    const seen = await (look === 0 ? looking : dialling.read()).catch((cause) =>
      log.warn('dialling could not be looked at', { cause }),
    )
    if (!seen || seen.isStopped) return undefined
    const placement = await ask(seen.leaves_by)
    if (placement.outcome !== 'late') return placement
  }
  log.warn('the carrier was not asked: no request could leave in time', { looks: looksMax })
  return undefined
}

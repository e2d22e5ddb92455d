import { dialSlots } from '../../shared/data/dialling/dial-slots.ts'
import type { WaiterKind } from '../../shared/domain/dialling/dial-slots.ts'
import { openCrowdedTable } from './crowded-table.ts'

interface Rush {
  kind: WaiterKind
  takers: number
  perSecond: number
}

export const rushForSlots = async ({ kind, takers, perSecond }: Rush) => {
  const crowd = await openCrowdedTable(`${takers} ${kind} ${perSecond}`)
  const slots = dialSlots({ ...crowd, settings: { get: () => String(perSecond) } })
  const woken = new Map<number, (dials_at: number[]) => void>()
  const pace = async (round: number): Promise<void> => {
    const { given = [], next } = (await slots.give(round)) ?? {}
    for (const { waiter, dials_at } of given) woken.get(waiter.id)?.(dials_at)
    if (!next) return
    await crowd.clock.sleep(1000 * next.delaySeconds)
    await pace(next.round)
  }
  const rounds: Promise<void>[] = []
  const take = async (id: number): Promise<number[]> => {
    const taken = await slots.take(1)
    if (taken.length > 0) return taken
    const given = new Promise<number[]>((resolve) => woken.set(id, resolve))
    const round = await slots.join({ kind, user_id: id, id, wanted: 1 })
    if (round !== undefined) rounds.push(pace(round))
    return given
  }
  const began = crowd.clock.now()
  const took = await crowd.time.until(Promise.all(Array.from({ length: takers }, (_, id) => take(id + 1))))
  await crowd.time.until(Promise.all(rounds))
  return { crowd, began, times: took.flat().toSorted((one, other) => one - other) }
}

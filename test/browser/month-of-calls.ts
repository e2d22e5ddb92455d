import { firstIdAt } from '../../shared/words/id.ts'
import { assistantFor } from '../fixtures.ts'
import { endCall } from '../functions/calls/ended-call.ts'
import type { TestUser, World } from '../world.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000

/** Creates the calls of a month, without weekends; answering machines answered some of them. */
export const monthOfCalls = async (world: World, user: TestUser) => {
  const today = Math.floor(world.clock.now() / dayMs) * dayMs
  const names = ['Anna', 'Berta']
  const assistants = await Promise.all(
    names.map(async (assistant_name) => ({
      assistant_name,
      assistant_id: await assistantFor(world, user, { assistant_name }),
    })),
  )
  for (let day = 1; day < 30; day++) {
    const isWeekend = [0, 6].includes(new Date(today - day * dayMs).getUTCDay())
    for (let call = 0; call < (isWeekend ? 0 : 1 + (day % 2)); call++) {
      const id = firstIdAt(today - day * dayMs + (8 + ((day * 3 + call * 2) % 9)) * hourMs)
      const duration = 20 + ((day * 37 + call * 53) % 160)
      const answered_by = (day + call) % 4 === 0 ? 'machine' : 'human'
      await endCall(world, user, {
        answered_by,
        report: { duration },
        call: { id, ...assistants[(day + call) % 3 === 0 ? 1 : 0] },
      })
    }
  }
}

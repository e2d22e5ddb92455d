import { workOnPerson } from '../../shared/actions/people/work-on-person.ts'
import { handlePerson } from '../../shared/operations/people.ts'
import { worker } from '../../shared/runtime/worker.ts'

/** Milliseconds of a run. The worker then queues another run. */
const runMsMax = 10_000
const secondMs = 1000

/**
 * Does the work page by page and stores its progress after each page. A crash repeats the last
 * page.
 */
export const handler = worker(handlePerson, async (ref, services, log) => {
  const { clock, handlePersonQueue, personWorks } = services
  const began = clock.now()
  let work = await personWorks.find(ref)
  while (work?.status === 'waiting') {
    const now = clock.now()
    const { next_at = 0 } = work
    if (next_at > now) return handlePersonQueue.nudge(ref, (next_at - now) / secondMs)
    if (now - began > runMsMax) return handlePersonQueue.nudge(ref)
    work = await workOnPerson(work, services)
  }
  if (work?.status === 'done')
    log.info('person done', { ...ref, kind: work.kind, items: work.items, walks: work.walks })
})

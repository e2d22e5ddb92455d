import type { Leads } from '../../../shared/data/leads/leads.ts'
import { Problem } from '../../../shared/words/problem.ts'

interface Watched {
  asked: number
  putOff: number
  wrong: string[]
}

/**
 * Polls a list while leads are created. Each total must include leads whose creation was confirmed
 * before the poll, and no leads that were requested after it.
 */
export const watchLists = <L extends Pick<Leads, 'createMany'>>(leads: L, ask: () => Promise<{ total: number }>) => {
  const count = { begun: 0, answered: 0 }
  const counted: L = {
    ...leads,
    createMany: async (...[some, anyNumber]: Parameters<Leads['createMany']>) => {
      count.begun += some.length
      const outcomes = await leads.createMany(some, anyNumber)
      count.answered += outcomes.filter(({ outcome }) => outcome === 'created').length
      return outcomes
    },
  }
  const seen: Watched = { asked: 0, putOff: 0, wrong: [] }
  const during = async (coming: Promise<unknown>): Promise<Watched> => {
    let isOver = false
    const over = coming.finally(() => {
      isOver = true
    })
    for (; !isOver; seen.asked++) {
      const { answered } = count
      const page = await ask().catch(unlessNotReady)
      if (!page) seen.putOff++
      else if (page.total < answered || page.total > count.begun)
        seen.wrong.push(`${page.total}, not ${answered} to ${count.begun}`)
    }
    await over
    return seen
  }
  return { leads: counted, during, seen }
}

const unlessNotReady = (cause: unknown): undefined => {
  if (!(cause instanceof Problem && cause.code === 'list_not_ready')) throw cause
}

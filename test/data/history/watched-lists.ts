import type { Leads } from '../../../shared/data/leads/leads.ts'

/**
 * Asks for a list again and again while leads come in. Each of its totals has to count whatever was answered before it was asked
 * for, and nothing that was not begun by the time it came.
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
  /** How often it was asked for, and the totals that were wrong. */
  const during = async (coming: Promise<unknown>): Promise<{ asked: number; wrong: string[] }> => {
    let isOver = false
    const over = coming.finally(() => {
      isOver = true
    })
    const wrong: string[] = []
    let asked = 0
    for (; !isOver; asked++) {
      const { answered } = count
      const { total } = await ask()
      if (total < answered || total > count.begun) wrong.push(`${total}, not ${answered} to ${count.begun}`)
    }
    await over
    return { asked, wrong }
  }
  return { leads: counted, during }
}

import { expect, test } from 'vitest'
import { dueLeft } from '../../due-left.ts'
import { faultKinds, openFaults } from '../../faults.ts'
import { useWorld } from '../../use-world.ts'
import { askAs, documentFor, knowledgebaseFor } from './knowledgebase.ts'

const faults = openFaults()
const world = useWorld({ open: faults.open, patienceMs: 1_000 })

/** A document that is read, one that is deleted, and a base that is: everything that the worker does. */
const live = async (place: number) => {
  const user = await world.user()
  const ask = askAs(world, user)
  const [base, other] = [await knowledgebaseFor(world, user), await knowledgebaseFor(world, user)]
  const gone = await documentFor(world, user, base, 'We open at nine.')
  await documentFor(world, user, other, 'Nothing is left of this.')
  await world.run(1)
  const stays = await documentFor(world, user, base, `We close at five, ${place}.`)
  await ask('DELETE', `/${base}/documents/${gone}`)
  await ask('DELETE', `/${other}`)
  return { user, base, stays, ask, other }
}

const callsMax = 80

test.each(faultKinds)(
  '%s, at every call of read-documents: each document is read once, nothing is left over, nothing is stuck',
  async (kind) => {
    let call = 0
    for (let isStruck = true; isStruck; call += stride) {
      expect(call).toBeLessThan(callsMax)
      faults.arm({ operation: 'read-documents', call, kind })
      const { user, base, stays, ask } = await live(call)
      await world.run(1200)
      const what = `${kind} at ${faults.struck()}`
      isStruck = faults.struck() !== undefined
      faults.disarm()
      expect((await ask('GET', `/${base}/documents`)).body.data, what).toMatchObject([{ id: stays, status: 'active' }])
      const passages = await world.passages(user.id, base)
      expect(
        passages.map(({ text }) => text),
        what,
      ).toEqual([`We close at five, ${call}.`])
      const objects = (await world.bucketKeys()).filter((key) => key.includes(`/${user.id}/`))
      expect(
        objects.filter((key) => key.includes('/packed/')),
        what,
      ).toHaveLength(1)
      expect((await ask('GET')).body.data, what).toHaveLength(1)
      expect(await dueLeft(world.services.deadlines), what).toEqual([])
    }
    expect(call).toBeGreaterThan(10)
  },
  400_000,
)

/** Every third call is struck, from another one each time: all kinds together strike all of them. */
const stride = 3

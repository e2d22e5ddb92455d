import { expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'
import { fileOwner } from '../leads/file-owner.ts'
import { erasePerson, person, traces } from './life.ts'

const world = useWorld()

test('an erasure removes the leads of a file, and files of rejected rows', async () => {
  const user = await world.user()
  const owner = await fileOwner(world, user)
  const { id } = await owner.bring(['phone_number', person, '+12025550106', person].join('\n'), {
    name: `${person}.csv`,
  })
  expect(await owner.rejectedText(id)).toContain(person)
  await owner.bring('phone_number\n+12025550107')
  const done = await erasePerson(world, { ask: owner.api })
  expect(done).toMatchObject({ status: 'done', waits_for: 0 })
  expect(await traces(world)).toEqual([])
  expect((await world.bucketKeys()).filter((key) => key.includes(`/${user.id}/`))).toEqual([])
  expect(await owner.look(id)).toMatchObject({ status: 'done', rows: 3, rejected: 1, rejected_files: [] })
  expect(await owner.numbers()).toEqual(['+12025550106', '+12025550107'])
})

test('an erasure waits for an import that may hold the person', async () => {
  const owner = await fileOwner(world, await world.user())
  const file = `phone_number\n${person}`
  const { body } = await owner.begin(file)
  const begun = await owner.api('POST', '/user/people/erasures', { phone_number: person })
  const look = async () => (await owner.api('GET', `/user/people/erasures/${begun.body.data.id}`)).body
  await world.run(20)
  expect(await look()).toMatchObject({ status: 'waiting', waits_for: 1 })
  await owner.upload(body.upload, Buffer.from(file))
  await world.run(1_200)
  expect(await look()).toMatchObject({ status: 'done', waits_for: 0 })
  expect(await traces(world)).toEqual([])
})

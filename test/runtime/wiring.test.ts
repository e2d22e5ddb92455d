import { beforeAll, describe, expect, test } from 'vitest'
import * as registry from '../../shared/runtime/registry.ts'
import { openParts, supply } from '../../shared/runtime/wiring.ts'
import { openSmallHouse, type SmallHouse } from './small-house.ts'

let house: SmallHouse
beforeAll(async () => {
  house = await openSmallHouse()
})

describe('supply', () => {
  test('gives exactly the methods that are named', () => {
    const supplied = supply(['users.find', 'tokens.list', 'users.list'], registry, house.parts)
    const names = Object.entries(supplied).map(([name, service]) => [name, Object.keys(service)])
    expect(Object.fromEntries(names)).toEqual({ users: ['find', 'list'], tokens: ['list'] })
  })

  test('gives clock, random and stage whole', () => {
    const { clock, random, stage } = supply(['clock', 'random', 'stage'], {}, house.parts)
    expect([clock, random, stage]).toEqual([house.parts.clock, house.parts.random, house.parts.stage])
  })

  test('what it gives works', async () => {
    const { users } = supply(['users.find'], registry, house.parts)
    expect((await users.find(house.user_id))?.name).toBe('Ada')
  })

  test('says at once which service a bundle lacks', () => {
    expect(() => supply(['calls.find'], { users: registry.users }, house.parts)).toThrow('The registry lacks calls')
  })
})

describe('the parts of a deployed function', () => {
  test('can be opened in an empty environment: what is missing is noticed when it is needed', () => {
    const parts = openParts({})
    expect(parts.stage).toEqual({ isLocal: false })
    expect(parts.settings.get('TABLE_NAME')).toBeUndefined()
    expect(() => parts.settings.required('PUBLIC_URL')).toThrow('The environment lacks PUBLIC_URL')
  })

  test('are local only where the environment says so', () => {
    expect(openParts({ STAGE: 'local' }).stage.isLocal).toBe(true)
    expect(openParts({ STAGE: 'prod' }).stage.isLocal).toBe(false)
  })

  test('an empty variable counts as missing', () => {
    expect(() => openParts({ PUBLIC_URL: '' }).settings.required('PUBLIC_URL')).toThrow('PUBLIC_URL')
  })

  test('tell the time of day, and sleep', async () => {
    const { clock } = openParts({})
    const before = clock.now()
    await clock.sleep(2)
    expect(clock.now()).toBeGreaterThan(before)
  })

  test('chance is new every time', () => {
    const { random } = openParts({})
    expect(random.bytes(32)).toHaveLength(32)
    expect(random.bytes(32)).not.toEqual(random.bytes(32))
    expect(random.number()).toBeLessThan(1)
  })
})

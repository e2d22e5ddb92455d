import { beforeAll, describe, expect, test } from 'vitest'
import * as registry from '../../shared/runtime/registry.ts'
import { dependenciesOf, openParts } from '../../shared/runtime/wiring.ts'
import { openSmallWorld, type SmallWorld } from './small-world.ts'

let world: SmallWorld
beforeAll(async () => {
  world = await openSmallWorld()
})

describe('dependenciesOf', () => {
  test('gives exactly the methods that are named', () => {
    const supplied = dependenciesOf(['users.find', 'tokens.list', 'users.list'], registry, world.parts)
    const names = Object.entries(supplied).map(([name, service]) => [name, Object.keys(service)])
    expect(Object.fromEntries(names)).toEqual({ users: ['find', 'list'], tokens: ['list'] })
  })

  test('gives clock, random and stage whole', () => {
    const { clock, random, stage } = dependenciesOf(['clock', 'random', 'stage'], {}, world.parts)
    expect([clock, random, stage]).toEqual([world.parts.clock, world.parts.random, world.parts.stage])
  })

  test('what it gives works', async () => {
    const { users } = dependenciesOf(['users.find'], registry, world.parts)
    expect((await users.find(world.user_id))?.name).toBe('Ada')
  })

  test('says at once which service a bundle lacks', () => {
    expect(() => dependenciesOf(['calls.find'], { users: registry.users }, world.parts)).toThrow(
      'The registry lacks calls',
    )
  })
})

describe('the parts of a deployed function', () => {
  test('open in an empty environment, and fail at use', () => {
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

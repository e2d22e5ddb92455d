import { afterAll, beforeAll } from 'vitest'
import type { OwnedNumber } from '../shared/domain/account/number.ts'
import { openWorld, type TestUser, type World, type WorldOptions } from './world.ts'

export const useWorld = (options?: WorldOptions): World => {
  const world = {} as World
  beforeAll(async () => {
    Object.assign(world, await openWorld(options))
  })
  afterAll(() => world.close())
  return world
}

export const useUser = (world: World): TestUser => {
  const user = {} as TestUser
  beforeAll(async () => {
    Object.assign(user, await world.user())
  })
  return user
}

export const useCaller = (world: World, number?: Partial<OwnedNumber>): TestUser => {
  const user = useUser(world)
  beforeAll(async () => {
    await world.number(user, number)
  })
  return user
}

import { countInRollout } from '../../../shared/actions/assistants/count-in-rollout.ts'
import { calls } from '../../../shared/data/calls/calls.ts'
import { rollouts } from '../../../shared/data/webhooks/rollouts.ts'
import { placeIn, type Rollout } from '../../../shared/domain/assistants/rollout.ts'
import { ringingCall } from '../../fixtures.ts'
import type { TestUser, World } from '../../world.ts'

export const numbersIn = (rollout: Rollout, arm: 'live' | 'canary', count: number): string[] => {
  const numbers: string[] = []
  for (let n = 1000; numbers.length < count; n++) {
    const number = `+1202555${n}`
    if (placeIn(rollout, number).arm === arm) numbers.push(number)
  }
  return numbers
}

export interface CountedTalk {
  number: string
  arm: 'live' | 'canary'
  goal: boolean
  id?: number
}

/** Counts a call of 30 seconds in the rollout, as if the call had just ended. */
export const countTalk = async (world: World, user: TestUser, rollout: Rollout, of: CountedTalk): Promise<void> => {
  const { id = world.newId(), number, arm, goal } = of
  const store = rollouts(world.parts)
  if (arm === 'canary') await store.admit(user.id, rollout, placeIn(rollout, number))
  const assistant_version = arm === 'canary' ? rollout.version : rollout.base_version
  const own = { id, user_id: user.id, assistant_id: rollout.assistant_id, assistant_version }
  const held = { rollout: { id: rollout.id }, client_phone_number: number, duration: 30, total_cost: 64_000 }
  const ended = { ...ringingCall(own, world.clock.now()), ...held }
  const detail = { variables: {}, input_variables: {}, extracted_variables: { status: goal } }
  const services = { rollouts: store, calls: calls(world.parts), clock: world.clock }
  await countInRollout(services, ended, detail, world.parts.log)
}

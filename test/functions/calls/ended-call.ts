import type { Call } from '../../../shared/domain/calls/call.ts'
import type { Report } from '../../../shared/domain/calls/call-life.ts'
import type { Utterance } from '../../../shared/domain/conversations/talk.ts'
import { timeOfId } from '../../../shared/words/id.ts'
import { assistantFor, awaitedTalk, type PartialCall, ringingCall } from '../../fixtures.ts'
import type { TestUser, World } from '../../world.ts'

const usual: [Utterance['sender'], string][] = [
  ['bot', 'Hello, this is Anna.'],
  ['human', 'My name is Grace. I need 3 tickets, thank you.'],
  ['bot', 'They are yours. Goodbye!'],
]

const schema = [
  { name: 'customer_name', type: 'string', description: 'The name of the customer' },
  { name: 'tickets', type: 'number', description: 'How many tickets' },
  { name: 'email', type: 'string', description: 'Where they go' },
]

export interface CallWithEnd {
  said?: [Utterance['sender'], string][]
  answered_by?: Call['answered_by']
  report?: Report
  assistant?: Record<string, unknown>
  call?: PartialCall
}

export const endCall = async (
  world: World,
  user: TestUser,
  { said = usual, answered_by = 'human', report = {}, assistant = {}, call: more = {} }: CallWithEnd = {},
) => {
  const assistant_id =
    more.assistant_id ?? (await assistantFor(world, user, { post_call_schema: schema, ...assistant }))
  const id = more.id ?? world.newId()
  const now = more.id === undefined ? world.clock.now() : timeOfId(id)
  const ref = { user_id: user.id, call_id: id }
  const carrier_sid = `CA${id}`
  const talking = { status: 'in-progress', progress: 'in-progress', answered_at: now, answered_by } as const
  const own = { id, user_id: user.id, assistant_id, carrier_sid, on_machine: 'talk' as const, ...talking }
  const call = ringingCall({ carrier_minute: 14_000, platform_minute: 50_000, ...more, ...own }, now)
  await world.services.calls.open(call, { variables: {}, input_variables: { city: 'Paris' } })
  await world.services.conversations.begin(awaitedTalk({ ...ref, assistant_id, carrier_sid }, now))
  await world.services.conversations.change(ref, (talk) => ({
    talk: { ...talk, utterances: said.length },
    settled: said.map(([sender, text], index) => ({ place: index, utterance: { sender, text, at: now + index } })),
  }))
  const over: Report = { carrier_sid, outcome: 'completed', duration: 20, ended_by: 'customer', ...report }
  await world.services.calls.apply(ref, over, now)
  return ref
}

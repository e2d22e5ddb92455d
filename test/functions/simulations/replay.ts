import { writeDetail } from '../../../shared/data/calls/call-detail.ts'
import type { Call, CallDetail } from '../../../shared/domain/calls/call.ts'
import { transcriptOf } from '../../../shared/domain/conversations/transcript.ts'
import { callDetailKey, callKey } from '../../../shared/table/keys.ts'
import { type PartialCall, ringingCall } from '../../fixtures.ts'
import type { TestUser, World } from '../../world.ts'

export const saidAs = (lines: readonly string[], at: number): Partial<CallDetail> =>
  transcriptOf(
    lines.map((line, index) =>
      line.startsWith('AI: ')
        ? { sender: 'bot' as const, text: line.slice(4), at: at + index * 1000 }
        : { sender: 'human' as const, text: line, at: at + index * 1000 },
    ),
  )

interface Recorded {
  assistant_id: number
  lines?: readonly string[]
  call?: PartialCall
  detail?: Partial<CallDetail>
}

export const recordedCall = async (
  world: World,
  user: TestUser,
  { assistant_id, lines = ['AI: Hello.', 'Who are you?', 'AI: I am Anna.'], call, detail }: Recorded,
): Promise<number> => {
  const now = world.clock.now()
  const id = call?.id ?? world.newId()
  const ended: Call = {
    ...ringingCall({ id, user_id: user.id, assistant_id }, now),
    ...{ status: 'ended_by_customer', assistant_version: 1, answered_by: 'human', ended_by: 'customer' },
    ...{ duration: 20, total_cost: 100_000, platform_minute: 50_000, carrier_minute: 50_000 },
    placement: { phase: 'over', outcome: 'completed', asked_at: now, answered_at: now, over_at: now + 20_000 },
    ...{ closed_at: now, charged_at: now, evaluated: { at: now, goal: false } },
    ...call,
  }
  const told: CallDetail = { variables: {}, input_variables: {}, ...saidAs(lines, now), ...detail }
  await world.parts.table.write([
    { put: { ...callKey(user.id, id), ...ended } },
    { put: { ...callDetailKey(user.id, id), ...writeDetail(told) } },
  ])
  return id
}

export const replay = async (world: World, user: TestUser, assistant_id: number, body: object): Promise<number> => {
  const reply = await world.api(user.token, 'POST', `/user/assistants/${assistant_id}/draft/replay`, body)
  if (reply.status !== 202) throw new Error(`The replay has not begun: ${reply.text}`)
  return reply.body.data.id
}

export const shownReplay = async (world: World, user: TestUser, id: number) =>
  (await world.api(user.token, 'GET', `/user/replays/${id}`)).body

export const replayed = async (world: World, user: TestUser, id: number, secondsMax = 900) => {
  for (let seconds = 0; seconds < secondsMax; seconds += 5) {
    const body = await shownReplay(world, user, id)
    if (body.status === 'done') return body
    await world.run(5)
  }
  throw new Error('The replay is not over')
}

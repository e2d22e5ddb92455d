import { writeDetail } from '../../../shared/data/calls/call-detail.ts'
import { callDetailKey, callKey } from '../../../shared/table/keys.ts'
import { idAt } from '../../../shared/words/id.ts'
import { type PartialCall, ringingCall } from '../../fixtures.ts'
import type { TestUser, World } from '../../world.ts'

export const exported = async (world: World, { token }: TestUser, wanted: object, seconds = 30) => {
  const begun = await world.api(token, 'POST', '/user/exports', wanted)
  if (begun.status !== 202) throw new Error(`The export was answered ${begun.status}`)
  await world.run(seconds)
  const { body } = await world.api(token, 'GET', `/user/exports/${begun.body.data.id}`)
  return { body, text: body.url ? await textAt(body.url) : '' }
}

/** Reads bytes, because `text()` would remove a byte order mark. */
const textAt = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer()).toString()

/** Creates ended calls with transcripts. Returns their ids, newest first. */
export const oldCalls = async (
  world: World,
  { id: user_id }: TestUser,
  count: number,
  { transcript = 'AI: Hello.', ...own }: PartialCall & { transcript?: string } = {},
): Promise<number[]> => {
  const { table, random } = world.parts
  const ids: number[] = []
  for (let place = 0; place < count; place++) {
    const at = world.clock.now() - (place + 1) * 60_000
    const id = idAt(at, random.number())
    const call = ringingCall({ assistant_id: 1, status: 'completed', closed_at: at, ...own, id, user_id }, at)
    await table.write([
      { put: { ...callKey(user_id, id), ...call } },
      { put: { ...callDetailKey(user_id, id), ...writeDetail({ transcript }) } },
    ])
    ids.push(id)
  }
  return ids
}

export const idsIn = (text: string): number[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).id)

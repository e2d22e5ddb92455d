import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '../../../../infra/local/dynamodb.ts'
import { assistantDraft } from '../../../fixtures.ts'
import { multimodal } from '../../../functions/conversations/realtime.ts'
import { killPrograms, startProgram } from '../program.ts'

const folder = await mkdtemp(join(tmpdir(), 'parlance-talk-'))
afterAll(async () => {
  killPrograms()
  await rm(folder, { recursive: true, force: true })
})

test('a person talks, Ctrl-C hangs up, and the evaluation prints', async () => {
  const environment = { DATA_DIR: join(folder, 'data'), PORT: String(await freePort()) }
  const stack = await startProgram('infra/local/main.ts', [], environment, /Ctrl-C stops everything/)
  const make = async (more: object) => {
    const answer = await fetch(`${stack.field('API')}/user/assistant`, {
      method: 'POST',
      headers: { authorization: `Bearer ${stack.field('Token')}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...assistantDraft, ...more }),
    })
    const { data } = (await answer.json()) as { data: { id: number } }
    return String(data.id)
  }
  const talkTo = (id: string, isReady: RegExp) =>
    startProgram('infra/local/talk/main.ts', ['--assistant', id], environment, isReady)

  const talk = await talkTo(await make({}), /Hello, this is Anna/)
  expect(talk.printed()).toContain('You are talking to Anna. Type what you say; Ctrl-C hangs up.')
  talk.type('Do you know my name? My name is Grace.')
  await expect.poll(talk.printed, { timeout: 10_000 }).toContain('Anna: I understand: Do you know my name')
  expect(await talk.stop()).toBe(0)
  const outcome = JSON.parse(talk.printed().split('The call is over.\n')[1] ?? '')
  expect(outcome).toMatchObject({
    status: 'ended_by_customer',
    evaluation: { sentiment: 'neutral', score: 6 },
    variables: { status: true },
  })

  const nobody = await talkTo('1', /$^/)
  expect([await nobody.ended, nobody.printed()]).toEqual([2, 'There is no assistant 1.\n'])
  const typeless = await talkTo(await make(multimodal), /$^/)
  expect([await typeless.ended, typeless.printed()]).toEqual([
    2,
    'Anna is multimodal: its realtime model takes no typed text.\n',
  ])
  expect(await stack.stop()).toBe(0)
})

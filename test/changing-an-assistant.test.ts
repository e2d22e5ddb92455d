import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeEach, expect, test } from 'vitest'
import { must } from '../shared/words/must.ts'
import { assistantFor } from './fixtures.ts'
import { useWorld } from './use-world.ts'
import type { ApiReply, TestUser } from './world.ts'

/** These tests run the requests of docs/changing-an-assistant.md. */

const root = fileURLToPath(new URL('..', import.meta.url))
const page = readFileSync(`${root}docs/changing-an-assistant.md`, 'utf8')

interface Shown {
  method: string
  path: string
  body: string | undefined
  keepsIn: string | undefined
}

/** Requests on the page, in order. Lines that start with a blank continue the previous line. */
const shown: Shown[] = [...page.matchAll(/```sh\n(.*?)```/gs)]
  .flatMap(([, block = '']) => block.trim().split(/\n(?! )/))
  .map((line) => {
    const found = /^(?:(\w+)=\$\()?ask (?:-X (\w+) )?\$API(\S+?)(?: -d '(.*)')?(?: \| id\))?$/s.exec(line)
    const [, keepsIn, method, path = '', body] = must(found ?? undefined, `a request in ${line}`)
    return { method: method ?? (body === undefined ? 'GET' : 'POST'), path, body, keepsIn }
  })

const world = useWorld()
let user: TestUser
beforeEach(async () => {
  user = await world.user()
  await world.number(user)
  await world.services.ledger.move({ user_id: user.id, type: 'top_up', amount: 9_000_000, description: 'Begin' })
})

test('every request of the walk succeeds, and each step does what it says', async () => {
  const values: Record<string, string> = { ASSISTANT: String(await assistantFor(world, user)) }
  const filled = (text: string) => text.replace(/'?\$(\w+)'?/g, (_, name: string) => must(values[name], name))
  const replies: Record<string, ApiReply> = {}
  for (const { method, path, body, keepsIn } of shown) {
    const sent = body === undefined ? undefined : JSON.parse(filled(body))
    const reply = await world.api(user.token, method, filled(path), sent)
    expect([method, path, reply.status, reply.status < 300 ? '' : reply.text]).toEqual([
      method,
      path,
      expect.toBeOneOf([200, 201, 202]),
      '',
    ])
    if (keepsIn) values[keepsIn] = String(reply.body.data.id)
    replies[`${method} ${path.replace('/user/assistants/$ASSISTANT', '…')}${sent?.dry_run ? ' dry' : ''}`] = reply
    await world.run(100)
  }
  const bodyOf = (name: string) => must(replies[name], name).body
  expect(bodyOf('GET …/draft').changes.map(({ name }: { name: string }) => name)).toEqual(['system_prompt'])
  expect(bodyOf('POST …/draft/replay dry').data).toMatchObject({ id: null, calls: 2 })
  expect(bodyOf('GET /user/replays/$REPLAY')).toMatchObject({ status: 'done', calls: 2, failed: 0 })
  expect(bodyOf('GET …/rollout')).toMatchObject({ state: 'running', percent: 20, after_calls: 40 })
  expect(bodyOf('POST …/rollout/finish').data).toEqual({ number: 2 })
  expect(bodyOf('GET …/versions').data.map(({ number }: { number: number }) => number)).toEqual([2, 1])
  expect(bodyOf('GET …/versions/2')).toMatchObject({ is_live: true, note: 'Asks for the day first' })
  expect(bodyOf('POST …/versions/1/restore').data).toEqual({ number: 3 })
})

test('every console label in the walk exists in the console', () => {
  const steps = page.match(/^In the console, .*$/gm) ?? []
  const named = steps.flatMap((step) => [...step.matchAll(/\*([^*]+)\*/g)].map(([, word = '']) => word))
  const source = globSync('client/console/**/*.tsx', { cwd: root })
    .map((file) => readFileSync(root + file, 'utf8'))
    .join('\n')
  expect(named.length).toBeGreaterThan(10)
  expect(
    named.filter(
      (word) =>
        !source.includes(`"${word}"`) &&
        !source.includes(`'${word}'`) &&
        !source.includes(`>${word}<`) &&
        !new RegExp(`^\\s*${word}$`, 'm').test(source),
    ),
  ).toEqual([])
})

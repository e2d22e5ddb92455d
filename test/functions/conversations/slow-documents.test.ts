import { expect, test } from 'vitest'
import type { Opener } from '../../../infra/local/stack.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { assistantFor } from '../../fixtures.ts'
import { useUser, useWorld } from '../../use-world.ts'
import { documentFor, knowledgebaseFor, manyWords } from '../knowledgebases/knowledgebase.ts'
import { connectLine } from './line.ts'

/** Real milliseconds until the bucket answers. */
let bucketMs = 0
const open: Opener = (entry, parts) => {
  if (entry.operation.id !== 'receive-frame') return entry.open(parts, registry)
  const send: typeof fetch = async (url, init) => {
    if (String(url).includes('/packed/')) await new Promise((resolve) => setTimeout(resolve, bucketMs))
    return parts.fetch(url, init)
  }
  return entry.open({ ...parts, fetch: send }, registry)
}
const world = useWorld({ open, seed: 'slow documents' })
const user = useUser(world)

const elephants = 'Elephants are delivered on Thursdays before breakfast.'

const lineWith = async (text: string, knowledgebase_mode: string) => {
  bucketMs = 0
  const knowledgebase_id = await knowledgebaseFor(world, user)
  await documentFor(world, user, knowledgebase_id, text)
  await world.run(10)
  const settings = { re_engagement_interval: 60, max_silence_duration: 120, knowledgebase_id, knowledgebase_mode }
  bucketMs = 3_000
  return connectLine(world, user, await assistantFor(world, user, settings))
}

test.each([
  ['a small base', elephants, 'prompt'],
  ['a large base', manyWords(elephants), 'prompt'],
])('a slow bucket omits %s from the turn after 250 ms', { timeout: 30_000 }, async (_what, text, mode) => {
  const { socket } = await lineWith(text, mode)
  const begun = performance.now()
  socket.prompt('When are elephants delivered?')
  expect(await socket.turns(1)).toContain('You would like to know')
  expect(performance.now() - begun).toBeLessThan(bucketMs)
  await new Promise((resolve) => setTimeout(resolve, bucketMs))
  socket.prompt('When are elephants delivered?')
  expect(await socket.turns(2)).toContain(`About that I can tell you: ${elephants}`)
  socket.close()
})

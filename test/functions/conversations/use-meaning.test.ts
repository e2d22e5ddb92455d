import { beforeAll, expect, test } from 'vitest'
import { embeddings } from '../../../shared/providers/models/embeddings.ts'
import { assistantFor } from '../../fixtures.ts'
import { useUser, useWorld } from '../../use-world.ts'
import { documentFor, knowledgebaseFor, manyWords } from '../knowledgebases/knowledgebase.ts'
import { connectLine } from './line.ts'

const world = useWorld({ environment: { MODEL_EMBEDDING_MODEL: 'double' } })
const user = useUser(world)
// Loads the embedding adapter in real time, before virtual time runs.
beforeAll(async () => (await embeddings(world.parts).open())?.embed(['warm'], 30_000))

const welcome = 'Hounds wait outside, please.'
const trace = '[double talk: sloppy]'
const question = 'Is my puppy welcome?'

const lineWith = async (more: Record<string, unknown> = {}) => {
  const knowledgebase_id = await knowledgebaseFor(world, user)
  const document = await documentFor(world, user, knowledgebase_id, manyWords(`${welcome} ${trace}`, 'Visits'))
  await world.run(5)
  await world.run(30)
  const { body } = await world.api(user.token, 'GET', `/user/knowledgebases/${knowledgebase_id}/documents/${document}`)
  expect(body.data).toMatchObject({ search: 'words_and_meaning' })
  const settings = { re_engagement_interval: 60, max_silence_duration: 120, knowledgebase_id, ...more }
  const line = await connectLine(world, user, await assistantFor(world, user, settings))
  await expect.poll(line.said).not.toEqual([])
  await world.run(1)
  return line
}

const tool = (query: string, behaviour: string) =>
  `[tool search_knowledge {"query": "${query} \\u005bdouble embedding: ${behaviour}]"}]`

const isTold = () => world.model.asked().some(({ kind, behaviour }) => kind === 'talk' && behaviour === 'sloppy')

test('the model’s question is searched by its meaning, too', async () => {
  const { socket } = await lineWith()
  // Tries several sentences, because embeddings can time out on a busy machine.
  let said = ''
  for (const [place, more] of ['', 'Please', 'Really'].entries()) {
    if (said.includes(welcome)) break
    socket.prompt(`[tool search_knowledge {"query": "${question} ${more}"}]`)
    said = await socket.turns(place + 1)
  }
  expect(said).toContain(welcome)
  socket.close()
})

test('searches by words when the embedding fails or never arrives', async () => {
  const { socket } = await lineWith()
  socket.prompt(tool('article 7919', 'stall'))
  expect(await socket.turns(1)).toContain('Article number 7919 ')
  socket.prompt(tool('article 15838', 'fail'))
  expect(await socket.turns(2)).toContain('Article number 15838 ')
  expect(world.logged.filter(({ message }) => message === 'a question was not embedded')).toHaveLength(1)
  expect(JSON.stringify(world.logged)).not.toContain('15838')
  socket.close()
})

test('in prompt mode, the customer’s words are embedded before the model is asked', async () => {
  const { socket } = await lineWith({ knowledgebase_mode: 'prompt' })
  for (let turn = 1; turn <= 20 && !isTold(); turn++) {
    socket.prompt(question)
    await socket.turns(turn)
  }
  expect(isTold()).toBe(true)
  socket.close()
})

test('prompt mode does not wait for a missing embedding', async () => {
  const { socket } = await lineWith({ knowledgebase_mode: 'prompt' })
  const begun = performance.now()
  socket.prompt('What is article 7919 [double embedding: stall]')
  expect(await socket.turns(1)).toContain('Article number 7919 ')
  expect(performance.now() - begun).toBeLessThan(2_000)
  socket.close()
})

import { beforeAll, expect, test } from 'vitest'
import type * as z from 'zod'
import { type Example, openApiDocument } from '../../../infra/documents/openapi.ts'
import { schemaOf } from '../../../infra/documents/openapi-schema.ts'
import type { Opener } from '../../../infra/local/stack.ts'
import type { HttpOperation, PublicationOperation, VisitOperation } from '../../../shared/operations/define.ts'
import { httpOperations, publicationOperations, visitOperations } from '../../../shared/operations/index.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { read } from '../../../shared/words/form.ts'
import { problems } from '../../../shared/words/problem.ts'
import { typicalRequest, typicalVisit } from '../../requests.ts'
import { forgetChance, invalidRequest } from '../../samples.ts'
import { openWorld, seededRandom, type World } from '../../world.ts'

let document: ReturnType<typeof openApiDocument>

beforeAll(async () => {
  const examples: Record<string, Example> = {}
  for (const operation of httpOperations) examples[operation.id] = await exampleOf(operation)
  for (const operation of publicationOperations) examples[operation.id] = await publishedExample(operation)
  for (const operation of visitOperations) examples[operation.id] = await visitExample(operation)
  document = openApiDocument(examples)
})

/**
 * Gives each function its own random numbers, so that a change of one operation does not change
 * example ids of others.
 */
const withOwnChance: Opener = (entry, parts) =>
  entry.open({ ...parts, random: seededRandom(entry.operation.id) }, registry)

const exampleOf = async (operation: HttpOperation): Promise<Example> => {
  const world = await openWorld({ open: withOwnChance })
  try {
    return await exampleIn(world, operation)
  } finally {
    await world.close()
  }
}

const publishedExample = async ({ path }: PublicationOperation): Promise<Example> => {
  const world = await openWorld({ open: withOwnChance })
  try {
    const user = await world.user()
    await world.api(user.token, 'POST', '/user/evidence/exports')
    await world.run(5)
    return { answer: forgetChance()((await world.request('GET', path)).body) }
  } finally {
    await world.close()
  }
}

const visitExample = async (operation: VisitOperation): Promise<Example> => {
  const world = await openWorld({ open: withOwnChance })
  try {
    const user = await world.user()
    const { path, id, body, origin } = await typicalVisit(operation, { world, user })
    const ask = (sent: object | undefined) =>
      world.request(operation.method, path, {
        headers: { origin, 'content-type': 'application/json' },
        body: sent && JSON.stringify(sent),
      })
    const invalid = operation.body && (await ask({})).body
    const reply = await ask(body)
    expect({ id: operation.id, status: reply.status, text: reply.text }).toMatchObject({ status: operation.status })
    return forgetChance()({ id, body, answer: reply.body, invalid })
  } finally {
    await world.close()
  }
}

const exampleIn = async (world: World, operation: HttpOperation): Promise<Example> => {
  const { method, status, invalid } = operation
  const user = await world.user()
  const { path, id, innerId, body } = await typicalRequest(operation, { world, user })
  await world.settled()
  const misfit = invalidRequest(operation)
  const refused = misfit && (await world.api(user.token, method, path + misfit.query, misfit.body))
  if (refused)
    expect({ id: operation.id, status: refused.status }).toEqual({ id: operation.id, status: problems[invalid][0] })
  const query = operation.query?.fields.per_page && { per_page: 1 }
  const reply = await world.api(user.token, method, query ? `${path}?per_page=1` : path, body)
  expect({ id: operation.id, status: reply.status, text: reply.text }).toMatchObject({ status })
  const answer = Array.isArray(reply.body) ? reply.body.slice(0, 2) : reply.body
  return forgetChance()({ id, innerId, query, body, answer, invalid: refused?.body })
}

const written = () => `${JSON.stringify(document, null, 2)}\n`

test('docs/openapi.json matches catalogue and functions; npm run openapi rewrites it', async () => {
  await expect(written()).toMatchFileSnapshot('../../../docs/openapi.json')
})

test.each(httpOperations)(
  '$id refuses what lies just outside the bounds that its fields document',
  ({ body, query }) => {
    const isTaken = (field: z.ZodType, value: unknown) =>
      Object.keys(read({ fields: { field }, rules: [] }, { field: value }).errors).length === 0
    for (const [name, field] of Object.entries({ ...body?.fields, ...query?.fields })) {
      const { minimum, maximum, maxLength, enum: words } = schemaOf(field)
      const outside = [
        ...(typeof minimum === 'number' ? [minimum - 1] : []),
        ...(typeof maximum === 'number' ? [maximum + 1] : []),
        ...(typeof maxLength === 'number' ? ['x'.repeat(maxLength + 1)] : []),
        ...(Array.isArray(words) ? [`${words[0]}x`] : []),
      ]
      const inside = [minimum, maximum, ...(Array.isArray(words) ? words : [])].filter((value) => value !== undefined)
      expect({ name, taken: outside.filter((value) => isTaken(field, value)) }).toEqual({ name, taken: [] })
      expect({ name, refused: inside.filter((value) => !isTaken(field, value)) }).toEqual({ name, refused: [] })
    }
  },
)

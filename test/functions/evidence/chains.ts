import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Context } from 'aws-lambda'
import { expect } from 'vitest'
import { handler as signHeads } from '../../../functions/evidence/sign-heads.ts'
import { admin } from '../../../infra/admin/admin.ts'
import { decisionWrites } from '../../../shared/data/evidence/evidence.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import type { TestUser, World } from '../../world.ts'

export const openChains = (world: World) => {
  const evidence = () => registry.evidence(world.parts)

  const decide = async ({ id }: Pick<TestUser, 'id'>, chain: number): Promise<void> => {
    const call_id = world.newId()
    const decision = { chain, decision: 'dial' as const, reasons: [], call_id, phone_number: '+12025550100' }
    await world.parts.table.write(decisionWrites(world.parts.random, id, decision, world.clock.now()))
  }

  const extend = async (user: Pick<TestUser, 'id'>, chain: number, count: number): Promise<void> => {
    const { id } = user
    for (let made = 0; made < count; made++) {
      await decide(user, chain)
      await evidence().link(id, await evidence().unlinked(id), registry.evidenceHeads(world.parts).newest)
    }
  }

  const exported = async ({ token }: TestUser) => {
    const begun = await world.api(token, 'POST', '/user/evidence/exports')
    expect([begun.status, begun.body.data.status]).toEqual([202, 'waiting'])
    const look = () => world.api(token, 'GET', `/user/evidence/exports/${begun.body.data.id}`)
    for (let looks = 0; looks < 60 && (await look()).body.status !== 'done'; looks++) await world.run(5)
    const { body } = await look()
    expect(body.status).toBe('done')
    const texts: string[] = []
    for (const { url } of body.files) texts.push(await (await fetch(url)).text())
    return { body, text: texts.join('') }
  }

  const unsigned = () => registry.unsignedHeads(world.parts).page()

  return {
    decide,
    exported,
    extend,
    unsigned,
    signed: async () => {
      await signHeads.open(world.parts, registry)({ time: '' }, {} as Context)
      expect(await unsigned()).toEqual([])
    },
    heads: async ({ id }: Pick<TestUser, 'id'>) => (await registry.evidenceHeads(world.parts).page(id)).heads,
  }
}

export const verified = async (text: string, { keys, heads }: { keys?: object; heads?: string } = {}) => {
  const folder = await mkdtemp(join(tmpdir(), 'evidence-'))
  const given = { file: text, keys: keys && JSON.stringify(keys), heads }
  const options: string[] = []
  for (const [name, content] of Object.entries(given)) {
    if (content === undefined) continue
    await writeFile(join(folder, name), content)
    options.push(`--${name}`, join(folder, name))
  }
  const said: string[] = []
  const warned: string[] = []
  const status = await admin(['evidence', 'verify', ...options], {
    environment: {},
    print: (line) => said.push(line),
    warn: (line) => warned.push(line),
  })
  await rm(folder, { recursive: true })
  return { status, said: said.join('\n'), warned }
}

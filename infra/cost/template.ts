import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { App } from 'aws-cdk-lib'
import { operations } from '../../shared/operations/index.ts'
import { addParlance } from '../stack/stack.ts'
import type { StageName } from '../stack/stages.ts'
import { templatesOf } from '../stack/templates.ts'
import type { Resources } from './month.ts'

/** Synthesises the stack. Its bundles are empty files, because only their existence matters. */
export const resourcesOf = async (stage: StageName): Promise<Resources> => {
  const folder = await mkdtemp(join(tmpdir(), 'parlance-cost-'))
  try {
    for (const { id } of operations) {
      await mkdir(join(folder, id))
      await writeFile(join(folder, id, 'index.mjs'), '')
    }
    const { context } = JSON.parse(await readFile(new URL('../../cdk.json', import.meta.url), 'utf8'))
    const app = new App({ context, outdir: join(folder, 'cdk.out') })
    const { stackName } = addParlance(app, { stage, bundles: folder })
    const templates = await templatesOf(app.synth({ skipValidation: true }).getStackByName(stackName))
    return Object.fromEntries([...templates.values()].flatMap(({ Resources }) => Object.entries(Resources)))
  } finally {
    await rm(folder, { recursive: true })
  }
}

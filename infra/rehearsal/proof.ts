import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { askAws } from './aws-request.ts'
import { clientOf, runAdmin, type Scene, type SceneUser } from './scene.ts'
import { eventually, expect } from './steps.ts'

export const proveCalls = async (scene: Scene, user: SceneUser): Promise<string> => {
  const client = clientOf(scene, user)
  const path = `/2015-03-31/functions/${scene.stackName}-sign-heads/invocations`
  const keysFile = join(scene.scratch, 'evidence-keys.json')
  const bundleFile = join(scene.scratch, 'evidence.jsonl')
  return eventually('a bundle has signed heads, and holds', async () => {
    const told = await askAws({ service: 'lambda', path, body: JSON.stringify({ source: 'aws.events' }) })
    expect(!told.includes('errorMessage'), `sign-heads failed: ${told}`)
    const { data } = await client.createEvidenceExport({})
    const { files: written } = await eventually('the bundle is written', async () => {
      const asked = await client.getEvidenceExport({ id: data.id })
      return asked.status === 'done' && asked
    })
    const texts = await Promise.all(written.map(async ({ url }) => (await fetch(url)).text()))
    await writeFile(bundleFile, texts.join(''))
    await writeFile(keysFile, await (await fetch(`${scene.base}/evidence/keys`)).text())
    const files = ['--file', bundleFile, '--keys', keysFile]
    const { exitStatus, printed } = await runAdmin(scene, 'evidence', 'verify', ...files)
    expect(exitStatus === 0, printed)
    return /\d+ signed heads? .*/.exec(printed)?.[0]
  })
}

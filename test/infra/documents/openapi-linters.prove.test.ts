import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { fetchTools, programOf, toolsFolder } from '../../../tools/tools.mjs'

/** Types of Spectral, declared here because Spectral is fetched at run time. */
interface SpectralParts {
  Spectral: new () => { setRuleset(rules: object): void; run(document: unknown): Promise<Finding[]> }
  Document: new (text: string, parser: unknown) => unknown
}
interface Finding {
  code: string | number
  message: string
  path: (string | number)[]
}

const documentFile = fileURLToPath(new URL('../../../docs/openapi.json', import.meta.url))

test('docs/openapi.json breaks no OpenAPI rule of Spectral', async () => {
  fetchTools()
  const load = createRequire(toolsFolder)
  const { Spectral, Document }: SpectralParts = load('@stoplight/spectral-core')
  const spectral = new Spectral()
  spectral.setRuleset({ extends: [load('@stoplight/spectral-rulesets').oas] })
  const document = new Document(await readFile(documentFile, 'utf8'), load('@stoplight/spectral-parsers').Json)
  const found = await spectral.run(document)
  expect(found.map(({ code, message, path }) => ({ code, message, path: path.join('.') }))).toEqual([])
})

test('docs/openapi.json breaks no recommended rule of Redocly', async () => {
  const lint = [programOf('redocly'), 'lint', '--extends=recommended', '--format=json', documentFile]
  const offline = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const { stdout } = await promisify(execFile)(process.execPath, lint, { env: { ...process.env, ...offline } })
  const { totals, problems: found } = JSON.parse(stdout)
  expect({ totals, found }).toEqual({ totals: { errors: 0, warnings: 0, ignored: 0 }, found: [] })
})

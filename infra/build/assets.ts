import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import {
  getOpenApi,
  showCallScript,
  showConsole,
  showConsoleWork,
  showReference,
  showWidgetDemo,
  showWidgetScript,
} from '../../shared/operations/docs.ts'
import type { Asset } from '../../shared/runtime/parts.ts'
import { consoleFiles, inlined } from './console-page.ts'
import { callScript, widgetDemo, widgetScript } from './widget.ts'

export const makeAssets = (): Promise<Record<string, Asset>> => {
  made ??= make()
  return made
}

let made: Promise<Record<string, Asset>> | undefined

const make = async () => ({
  [getOpenApi.id]: await openApi(),
  [showReference.id]: await reference(),
  ...(await console()),
  [showWidgetScript.id]: assetOf(widgetScript(), 'text/javascript; charset=utf-8', "default-src 'none'"),
  [showCallScript.id]: assetOf(callScript(), 'text/javascript; charset=utf-8', "default-src 'none'"),
  [showWidgetDemo.id]: demo(),
})

const assetOf = (text: string, contentType: string, policy: string): Asset => ({
  contentType,
  gzip: gzipSync(text).toString('base64'),
  etag: `"${createHash('sha256').update(text).digest('base64url')}"`,
  policy,
})

/** Returns the committed API document; a test compares this document with the code. */
const openApi = async (): Promise<Asset> =>
  assetOf(await readFile(documentFile, 'utf8'), 'application/json', "default-src 'none'")

const documentFile = fileURLToPath(new URL('../../docs/openapi.json', import.meta.url))

const console = async (): Promise<Record<string, Asset>> => {
  const { page, policy, work } = await consoleFiles()
  return {
    [showConsole.id]: assetOf(page, 'text/html; charset=utf-8', policy),
    [showConsoleWork.id]: assetOf(work, 'text/javascript; charset=utf-8', "default-src 'none'"),
  }
}

const demo = (): Asset => {
  const { page, policy } = widgetDemo()
  return assetOf(page, 'text/html; charset=utf-8', policy)
}

/**
 * Page of the API reference. Its content security policy allows the page's own scripts and this
 * API.
 */
const reference = async (): Promise<Asset> => {
  const require = createRequire(import.meta.url)
  const viewerFile = (name: string) => readFile(require.resolve(`swagger-ui-dist/${name}`))
  const [bundle, style, icon] = await Promise.all(
    ['swagger-ui-bundle.js', 'swagger-ui.css', 'favicon-32x32.png'].map(viewerFile),
  )
  const scripts = [inlined(String(bundle)), start]
  const hashes = scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Parlance API reference</title>
<link rel="icon" href="data:image/png;base64,${icon?.toString('base64')}">
<style>${style}</style>
<body style="margin: 0">
<div id="reference"></div>
${scripts.map((script) => `<script>${script}</script>`).join('\n')}
</html>
`
  const policy = [
    "default-src 'none'",
    `script-src ${hashes.join(' ')}`,
    "style-src 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]
  return assetOf(page, 'text/html; charset=utf-8', policy.join('; '))
}

const start = `SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#reference',
  validatorUrl: null,
  queryConfigEnabled: false,
  deepLinking: true,
  displayOperationId: true,
  showExtensions: true,
  tryItOutEnabled: true,
  defaultModelsExpandDepth: -1,
  docExpansion: 'none',
})`

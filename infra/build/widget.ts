import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'

export const widgetScript = (): string => bundled('main.ts')

/**
 * Returns the script for web calls. It is empty if the carrier's optional SDK is not installed;
 * local calls still work.
 */
export const callScript = (): string =>
  existsSync(sdkFile) ? `${readFileSync(sdkFile, 'utf8')};${bundled('carrier-line.ts')}` : ''

/** Path of the SDK's script, which its package does not export. */
const sdkFile = fileURLToPath(new URL('../../node_modules/@twilio/voice-sdk/dist/twilio.min.js', import.meta.url))

const bundled = (file: string): string => {
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(new URL(`../../client/widget/${file}`, import.meta.url))],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    legalComments: 'none',
    write: false,
    logLevel: 'error',
  })
  return outputFiles.map(({ text }) => text).join('')
}

/** Loads the widget of the assistant in the query `?assistant=UUID`. */
const script = `const script = document.createElement('script')
script.src = 'embed.js'
script.dataset.assistantId = new URLSearchParams(location.search).get('assistant') ?? ''
document.body.append(script)`

/**
 * Hosts of Twilio's browser SDK: https://www.twilio.com/docs/voice/sdks/javascript/best-practices
 */
export const carrierAddresses =
  'wss://voice-js.roaming.twilio.com https://eventgw.twilio.com https://media.twiliocdn.com https://sdk.twilio.com'

export const carrierSounds = 'mediastream: https://sdk.twilio.com'

export const widgetDemo = (): { page: string; policy: string } => ({
  page: `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Parlance widget</title>
<link rel="icon" href="data:,">
<body>
<main>
<h1>A page with a widget</h1>
<p>The address names the assistant: <code>?assistant=UUID</code>. Its widget must be enabled and allow the origin of this page.</p>
</main>
<script>${script}</script>
</html>
`,
  policy: [
    "default-src 'none'",
    `script-src 'self' 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    `connect-src 'self' ws://127.0.0.1:* ${carrierAddresses}`,
    `media-src ${carrierSounds}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
})

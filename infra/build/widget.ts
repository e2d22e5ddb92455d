import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'

/** The script of the widget, for pages of others. It loads nothing and asks this API alone. */
export const widgetScript = (): string => {
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(new URL('../../client/widget/main.ts', import.meta.url))],
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

/** Shows the widget of the assistant that the address names: `?assistant=UUID`. */
const script = `const script = document.createElement('script')
script.src = 'embed.js'
script.dataset.assistantId = new URLSearchParams(location.search).get('assistant') ?? ''
document.body.append(script)`

/**
 * A page that shows a widget, and the policy by which it needs nothing but the script of the
 * widget.
 */
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
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
})

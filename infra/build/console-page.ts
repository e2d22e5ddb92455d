import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'

const source = (name: string) => fileURLToPath(new URL(`../../client/console/${name}`, import.meta.url))

/**
 * The console in one page, and the policy that lets it ask this API, play recordings, and do
 * nothing else.
 */
export const consolePage = async (): Promise<{ page: string; policy: string }> => {
  const style = await readFile(source('style.css'), 'utf8')
  const script = scriptOf()
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Parlance console</title>
<link rel="icon" href="data:,">
<style>${style}</style>
<body>
<div id="console"></div>
<script type="module">${script}</script>
</html>
`
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    "connect-src 'self'",
    'media-src {recordings}',
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]
  return { page, policy: policy.join('; ') }
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Synchronous, because it runs once: the other way leaves a process that waits for more. */
const scriptOf = (): string => {
  const { outputFiles } = buildSync({
    entryPoints: [source('main.tsx')],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    write: false,
    logLevel: 'error',
  })
  return outputFiles.map(({ text }) => inlined(text)).join('')
}

/**
 * The same script, with no spelling in it that HTML would take for the end of the script or for a
 * comment.
 */
export const inlined = (script: string): string => script.replace(/<(?=!--|\/?script)/gi, '\\x3C')

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build, type Plugin, stop } from 'esbuild'
import { consoleForms } from './console-forms.ts'
import { carrierAddresses, carrierSounds } from './widget.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = 'client/console'

interface ConsoleFiles {
  page: string
  policy: string
  /** Script that the page loads when it first shows a form. */
  work: string
}

/**
 * Builds the console's page and its content security policy. The policy contains `'self'`, because
 * no hash can allow the script `work`, which the page imports later.
 */
export const consoleFiles = async (): Promise<ConsoleFiles> => {
  const style = await readFile(`${root}${folder}/style.css`, 'utf8')
  const { main, work } = await scriptsOf()
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Parlance console</title>
<link rel="icon" href="data:,">
<style>${style}</style>
<body>
<div id="console"></div>
<script type="module">${main}</script>
</html>
`
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${hashOf(main)}`,
    `style-src ${hashOf(style)}`,
    `connect-src 'self' {recordings} {line} ${carrierAddresses}`,
    `media-src {recordings} ${carrierSounds}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]
  return { page, policy: policy.join('; '), work }
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * Builds the scripts `main` and `work`. `work` uses the modules in `main` through the global
 * `parlance`, so each module has one state.
 */
const scriptsOf = async (): Promise<{ main: string; work: string }> => {
  try {
    const { metafile } = await bundle({ entryPoints: [`${folder}/main.tsx`], metafile: true })
    const used = new Set<string>()
    const workWith = (forms: object) =>
      bundle({
        entryPoints: [`${folder}/work/main.tsx`],
        plugins: [handedOver(new Set(Object.keys(metafile?.inputs ?? {})), used)],
        define: { FORMS: JSON.stringify(forms) },
      })
    const { text } = await workWith({})
    const named = Object.entries(consoleForms()).filter(([name]) => text.includes(`"${name}"`))
    const work = await workWith(Object.fromEntries(named))
    const modules = [...used].toSorted()
    const main = await bundle({
      stdin: {
        contents: `${modules.map((file, index) => `import * as m${index} from './${file}'`).join('\n')}
          globalThis.parlance = { version: '${versionMark}', ${modules.map((file, index) => `'${file}': m${index}`).join(', ')} }
          import { start } from './${folder}/main.tsx'
          start()`,
        resolveDir: root,
      },
    })
    const version = createHash('sha256').update(main.text).update(work.text).digest('hex').slice(0, 12)
    return {
      main: inlined(main.text).replaceAll(versionMark, version),
      work: work.text.replaceAll(versionMark, version),
    }
  } finally {
    await stop()
  }
}

const versionMark = 'parlance-console-version'

const bundle = async (options: BuildOptions) => {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    write: false,
    logLevel: 'error',
    ...options,
  })
  return { text: outputFiles?.map(({ text }) => text).join('') ?? '', metafile }
}

/**
 * Replaces imports of the modules in `ofPage` by properties of the global `parlance`. Adds these
 * modules to `used`.
 */
const handedOver = (ofPage: ReadonlySet<string>, used: Set<string>): Plugin => ({
  name: 'handed-over',
  setup: ({ onResolve, onLoad, resolve }) => {
    onResolve({ filter: /./ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
      if (pluginData === isAsked || kind === 'entry-point') return undefined
      const found = await resolve(path, { kind, importer, resolveDir, pluginData: isAsked })
      const file = relative(root, found.path).replaceAll('\\', '/')
      if (found.errors.length > 0 || !ofPage.has(file)) return found
      used.add(file)
      return { path: `${file}.cjs`, namespace: 'page' }
    })
    onLoad({ filter: /./, namespace: 'page' }, ({ path }) => ({
      contents: `module.exports = globalThis.parlance[${JSON.stringify(path.slice(0, -'.cjs'.length))}]`,
    }))
  },
})

const isAsked = { isAsked: true }

export const inlined = (script: string): string => script.replace(/<(?=!--|\/?script)/gi, '\\x3C')

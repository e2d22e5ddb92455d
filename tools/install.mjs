import { execFileSync } from 'node:child_process'

const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']

/** Installs a folder's lock file into it. */
export const install = (folder) => {
  // npm would take the calling npm's settings for its own.
  const environment = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_config_(prefix|local_prefix|global|omit|include)$/i.test(name),
    ),
  )
  const { npm_execpath: npm } = process.env
  const stdio = ['ignore', 'ignore', 'inherit']
  const args = ['ci', ...options]
  if (npm) execFileSync(process.execPath, [npm, ...args], { cwd: folder, env: environment, stdio })
  else execFileSync('npm', args, { cwd: folder, env: environment, stdio, shell: process.platform === 'win32' })
}

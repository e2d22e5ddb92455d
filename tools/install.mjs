import { execFileSync } from 'node:child_process'
import { npmCommand } from './npm.mjs'

const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']

/** Installs a folder's lock file into it. */
export const install = (folder) => {
  // npm would take the calling npm's settings for its own.
  const environment = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_config_(prefix|local_prefix|global|omit|include)$/i.test(name),
    ),
  )
  const { file, args, shell } = npmCommand('ci', ...options)
  execFileSync(file, args, { cwd: folder, env: environment, stdio: ['ignore', 'ignore', 'inherit'], shell })
}

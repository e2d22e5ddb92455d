import { execFileSync } from 'node:child_process'
import { npmCommand } from './npm.mjs'

const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']

export const install = (folder) => {
  // A nested npm would read the settings of the npm that started this program.
  const environment = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_config_(prefix|local_prefix|global|omit|include)$/i.test(name),
    ),
  )
  const { file, args, shell } = npmCommand('ci', ...options)
  execFileSync(file, args, { cwd: folder, env: environment, stdio: ['ignore', 'ignore', 'inherit'], shell })
}

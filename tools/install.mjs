import { execFileSync } from 'node:child_process'
import { npmCommand } from './npm.mjs'

const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']

export const install = (folder) => {
  // Removes settings of the npm that started this program, because the nested npm would read them.
  const environment = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_config_(prefix|local_prefix|global|omit|include)$/i.test(name),
    ),
  )
  const { file, args, shell } = npmCommand('ci', ...options)
  execFileSync(file, args, { cwd: folder, env: environment, stdio: ['ignore', 'ignore', 'inherit'], shell })
}

import { existsSync, readFileSync } from 'node:fs'

const file = '/proc/self/stat'
const ticksPerSecond = 100

/**
 * Returns processor seconds (user and system) of ended child processes and their children. Only
 * Linux reports them; elsewhere returns 0.
 */
export const childSeconds = (): number => {
  if (!existsSync(file)) return 0
  const text = readFileSync(file, 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond
}

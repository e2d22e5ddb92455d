import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The oldest Node version that runs TypeScript. */
const oldest = [22, 18]
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
export const isCurrent = major > oldest[0] || (major === oldest[0] && minor >= oldest[1])

/** True where the npm package of Node works: on Linux with glibc. */
export const canFetch = () =>
  process.platform === 'linux' &&
  ['x64', 'arm64'].includes(process.arch) &&
  process.report?.getReport().header.glibcVersionRuntime !== undefined

const program = fileURLToPath(
  new URL(`node/node_modules/node-${process.platform}-${process.arch}/bin/node`, import.meta.url),
)

export const fetchedNode = () => (existsSync(program) ? program : undefined)

export const tooOld = `Parlance needs Node ${oldest.join('.')} or later, and this is Node ${process.versions.node}: install a current one from https://nodejs.org.`

import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packClient } from './package.ts'

/** `npm run client` packs the typed client into client/dist. */
const tarball = await packClient(fileURLToPath(new URL('../../../client/dist', import.meta.url)))
console.log(
  `Packed ${relative(process.cwd(), tarball)}; install it with: npm install ${relative(process.cwd(), tarball)}`,
)

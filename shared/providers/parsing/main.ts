import { buffer } from 'node:stream/consumers'
import { parse } from './parse.ts'

const bytes = await buffer(process.stdin)
const reading = await parse(process.argv[2] ?? '', new Uint8Array(bytes))
process.stdout.write(JSON.stringify(reading), () => process.exit(0))

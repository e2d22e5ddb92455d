import { buffer } from 'node:stream/consumers'
import { parse } from './parse.ts'

/** The process that reads one file: its bytes come in, what it says goes out. */
const bytes = await buffer(process.stdin)
const reading = await parse(process.argv[2] ?? '', new Uint8Array(bytes))
process.stdout.write(JSON.stringify(reading), () => process.exit(0))

import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FileType } from '../../domain/knowledge/document-types.ts'
import { judged, type Parsed } from '../parsing/parsed.ts'
import { parseText } from '../parsing/text.ts'

export interface DocumentReader {
  /** Never throws for a faulty file. */
  read(type: FileType, bytes: Uint8Array): Promise<Parsed>
}

export interface ReadingLimits {
  timeMs: number
  memoryMegabytes: number
}

/** Limits of the child process, below those of its function: 1,024 MB and two minutes. */
const usualLimits: ReadingLimits = { timeMs: 45_000, memoryMegabytes: 640 }
const pollMs = 50
const shortTextBytesMax = 100_000
const answerBytesMax = 32 * 1024 * 1024

/** Parses untrusted files in a process that does not have our environment variables. */
export const documentReader = (_parts: unknown, limits: ReadingLimits = usualLimits): DocumentReader => ({
  read: async (type, bytes) => {
    if (type === 'txt' && bytes.length <= shortTextBytesMax) return judged(parseText(new Uint8Array(bytes)))
    return inItsOwnProcess(type, bytes, limits)
  },
})

const inItsOwnProcess = (
  type: FileType,
  bytes: Uint8Array,
  { timeMs, memoryMegabytes }: ReadingLimits,
): Promise<Parsed> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [`--max-old-space-size=${Math.floor(memoryMegabytes / 2)}`, program, type], {
      env: {},
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    const parts: Buffer[] = []
    let length = 0
    let reason: string | undefined
    const stop = (why: string) => {
      reason ??= why
      child.kill('SIGKILL')
    }
    AbortSignal.timeout(timeMs).addEventListener('abort', () => stop('It takes too long to be read.'))
    void watch(child, memoryMegabytes, () => stop(tooLarge))
    child.stdout.on('data', (part: Buffer) => {
      length += part.length
      if (length > answerBytesMax) stop('It says more than a knowledge base can hold.')
      else parts.push(part)
    })
    const finish = (code: number | null) => {
      if (reason) return resolve({ reason })
      if (code !== 0) return resolve({ reason: code === null || code > 100 ? tooLarge : 'It cannot be read.' })
      resolve(JSON.parse(Buffer.concat(parts).toString()))
    }
    child.on('error', () => finish(1))
    child.on('close', finish)
    child.stdin.on('error', () => undefined)
    child.stdin.end(bytes)
  })

const tooLarge = 'It takes more memory to be read than there is.'

const program = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../parsing/main.ts' : './parser.mjs', import.meta.url),
)

const watch = async (child: ChildProcess, memoryMegabytes: number, onTooLarge: () => void): Promise<void> => {
  while (child.exitCode === null && child.signalCode === null) {
    if (child.pid && (await residentMegabytes(child.pid)) > memoryMegabytes) return onTooLarge()
    await new Promise((resolve) => AbortSignal.timeout(pollMs).addEventListener('abort', resolve))
  }
}

/**
 * Reads the process's resident memory, which only Linux reports. On other systems, only the heap
 * limit applies.
 */
const residentMegabytes = async (pid: number): Promise<number> => {
  const [, pages = 0] = (await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')).split(' ').map(Number)
  return (pages * pageBytes) / 2 ** 20
}
const pageBytes = 4096

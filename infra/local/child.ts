import { type ChildProcess, spawn } from 'node:child_process'

export interface Child {
  /** Output that matched the pattern `ready`, or the pattern's first group. */
  announced: string
  /** Resolves with a description of how the program ended; never rejects. */
  exited: Promise<string>
  close(): Promise<void>
}

interface ChildOptions {
  command: string
  args: string[]
  /**
   * Matches output when the program is ready. A pattern with a capture group must match up to the
   * line's end, because output arrives in pieces.
   */
  ready: RegExp
  readyWithinMs?: number
  environment?: Record<string, string | undefined>
  onOutput?: (text: string) => void
}

/**
 * Starts a program that also ends when this process is killed. Resolves when the program is ready;
 * rejects with its output when it exits early or is not ready in time.
 */
export const startChild = async (options: ChildOptions): Promise<Child> => {
  const { command, args, ready, readyWithinMs = 10_000, environment, onOutput = () => {} } = options
  const child = spawn(command, args, { stdio: 'pipe', detached: true, windowsHide: true, env: environment })
  const exited = new Promise<string>((resolve) => {
    child.once('exit', (status, signal) => resolve(signal ? `signal ${signal}` : `exit status ${status}`))
    child.once('error', (error) => resolve(error.message))
  })
  tieToThisProcess(child)

  const close = async () => {
    child.kill('SIGTERM')
    const patience = setTimeout(() => child.kill('SIGKILL'), stopWithinMs)
    await exited
    clearTimeout(patience)
  }

  let printed = ''
  let timer: NodeJS.Timeout | undefined
  try {
    const announced = await new Promise<string>((resolve, reject) => {
      const fail = (how: string) => reject(new Error(`${command} ${how}: ${printed.trim() || 'it printed nothing'}`))
      timer = setTimeout(() => fail(`was not ready within ${readyWithinMs} ms`), readyWithinMs)
      child.once('error', reject)
      child.once('close', async () => fail(`ended with ${await exited}`))
      for (const stream of [child.stdout, child.stderr]) {
        // Reads all output, because a program halts when its pipe is full.
        stream.setEncoding('utf8').on('data', (text: string) => {
          onOutput(text)
          printed = (printed + text).slice(-printedLengthMax)
          const match = ready.exec(printed)
          if (match) resolve(match[1] ?? match[0])
        })
      }
    })
    return { announced, exited, close }
  } catch (error) {
    if (child.pid) await close()
    throw error
  } finally {
    clearTimeout(timer)
  }
}

const stopWithinMs = 5_000
const printedLengthMax = 2_000

/**
 * Starts a second child process that kills the first when this process ends. Even if this process
 * is killed, its pipe to the second child closes.
 */
const tieToThisProcess = (child: ChildProcess) => {
  if (!child.pid) return
  const guard = spawn(process.execPath, ['--eval', killWhenInputEnds, String(child.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    windowsHide: true,
  })
  child.once('exit', () => guard.kill('SIGKILL'))
}

const killWhenInputEnds = `
  process.stdin.resume().on('close', () => {
    try { process.kill(Number(process.argv[1]), 'SIGKILL') } catch {}
  })`

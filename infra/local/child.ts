import { type ChildProcess, spawn } from 'node:child_process'

export interface Child {
  /**
   * The program's first line when it was ready: the first group of the pattern, else the whole
   * match.
   */
  announced: string
  /** A few words about its end; resolves at its end and never rejects. */
  exited: Promise<string>
  /** Ends it and waits for the end. */
  close(): Promise<void>
}

interface ChildOptions {
  command: string
  args: string[]
  /**
   * Output that tells that it can be used; a pattern with a group ends with the line, because
   * output arrives in pieces.
   */
  ready: RegExp
  readyWithinMs?: number
  /** The environment of this process by default. */
  environment?: Record<string, string | undefined>
  /** Gets everything that it prints, piece by piece. */
  onOutput?: (text: string) => void
}

/**
 * Starts a program, resolves once it says that it is ready, and never leaves it behind: it ends
 * with this process, even when this one is killed. Ctrl-C reaches this process alone, which stops
 * its children in its own order. Rejects with what the program printed when it ends first or stays
 * silent.
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
        // Read on for ever, because a program halts when its output is not read.
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
 * A process that is killed cannot clean up, so a second child waits for the end of a pipe that only
 * this process holds open, and then kills the first one. No operating system lacks that mechanism.
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

import { type ChildProcess, spawn } from 'node:child_process'

const running = new Set<ChildProcess>()

export const startProgram = async (
  file: string,
  args: string[],
  environment: Record<string, string>,
  isReady: RegExp,
) => {
  const child = spawn(process.execPath, [file, ...args], { env: { ...process.env, ...environment } })
  running.add(child)
  let printed = ''
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed += text
        if (isReady.test(printed)) resolve()
      })
  })
  await Promise.race([ready, ended])
  return {
    printed: () => printed,
    field: (name: string) => new RegExp(`^${name} +(\\S+)$`, 'm').exec(printed)?.[1] ?? '',
    type: (line: string) => child.stdin.write(`${line}\n`),
    ended,
    stop: () => {
      child.kill('SIGINT')
      return ended
    },
  }
}

export const killPrograms = () => {
  for (const child of running) child.kill('SIGKILL')
}

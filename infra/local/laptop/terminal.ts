import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

export interface Terminal {
  /** False when no person can answer, as in a script. */
  isInteractive: boolean
  ask(question: string): Promise<string>
  askHidden(question: string): Promise<string>
}

export const ownTerminal: Terminal = {
  isInteractive: process.stdin.isTTY === true && process.stdout.isTTY === true,
  ask: (question) => read(question, process.stdout),
  askHidden: async (question) => {
    process.stdout.write(question)
    const answer = await read('', new Writable({ write: (_chunk, _encoding, done) => done() }))
    process.stdout.write('\n')
    return answer
  },
}

const read = (question: string, output: Writable): Promise<string> =>
  new Promise((resolve, reject) => {
    const lines = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 })
    lines.on('SIGINT', () => {
      lines.close()
      reject(new Error('Nothing was started.'))
    })
    lines.question(question, (answer) => {
      lines.close()
      resolve(answer.trim())
    })
  })

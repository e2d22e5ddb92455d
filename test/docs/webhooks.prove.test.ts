import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeWebhookSecret } from '../../shared/domain/webhooks/webhook-secret.ts'
import { signatureHeaders } from '../../shared/domain/webhooks/webhook-signature.ts'

/** These tests run the code samples of docs/webhooks.md whose language is installed. */
const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

interface Language {
  name: string
  mark: string
  program: string
  /**
   * Makes a program from the sample. The program takes secret, body, id, timestamp and signature as
   * arguments and exits with 0 if the signature is genuine.
   */
  wrap: (sample: string) => string
  command: (code: string, folder: string) => Promise<[string, string[]]>
}

const languages: Language[] = [
  {
    name: 'JavaScript',
    mark: 'js',
    program: process.execPath,
    wrap: (sample) => `const [secret, rawBody, id, timestamp, signature] = process.argv.slice(1)
      const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature }
      ${sample}
      if (!event) process.exit(1)`,
    command: async (code) => [process.execPath, ['--input-type=module', '--eval', code, '--']],
  },
  {
    name: 'Python',
    mark: 'python',
    program: 'python3',
    wrap: (sample) =>
      [
        'import base64, hmac, sys',
        'secret, body, id, timestamp, signature = sys.argv[1:]',
        sample,
        'sys.exit(0 if genuine else 1)',
      ].join('\n'),
    command: async (code) => ['python3', ['-c', code]],
  },
  {
    name: 'PHP',
    mark: 'php',
    program: 'php',
    wrap: (sample) => `[, $secret, $body, $id, $timestamp, $signature] = $argv;\n${sample}\nexit($genuine ? 0 : 1);`,
    command: async (code) => ['php', ['-r', code, '--']],
  },
  {
    name: 'Ruby',
    mark: 'ruby',
    program: 'ruby',
    wrap: (sample) => `secret, body, id, timestamp, signature = ARGV\n${sample}\nexit(genuine ? 0 : 1)`,
    command: async (code) => ['ruby', ['-rbase64', '-ropenssl', '-e', code, '--']],
  },
  {
    name: 'Go',
    mark: 'go',
    program: 'go',
    wrap: (sample) => `package main
      import ("crypto/hmac"; "crypto/sha256"; "encoding/base64"; "os"; "strings")
      func main() {
        secret, body, id, timestamp, signature := os.Args[1], os.Args[2], os.Args[3], os.Args[4], os.Args[5]
        ${sample}
        if !genuine { os.Exit(1) }
      }`,
    command: async (code, folder) => {
      const source = join(folder, 'verify.go')
      const binary = join(folder, 'verify')
      await writeFile(source, code)
      await run('go', ['build', '-o', binary, source], {
        env: { ...process.env, GOCACHE: join(folder, 'cache'), GO111MODULE: 'off' },
      })
      return [binary, []]
    },
  },
]

const isInstalled = (program: string) => spawnSync(program, [program === 'go' ? 'version' : '--version']).status === 0

let page: string
let folder: string
beforeAll(async () => {
  page = await readFile(join(root, 'docs/webhooks.md'), 'utf8')
  folder = await mkdtemp(join(tmpdir(), 'parlance-samples-'))
})
afterAll(() => rm(folder, { recursive: true }))

const sampleOf = (mark: string): string => new RegExp(`\`\`\`${mark}\\n(.+?)\`\`\``, 's').exec(page)?.[1] ?? ''

test('the page has a sample for each of five languages', () => {
  expect(languages.map(({ mark }) => sampleOf(mark)).filter((sample) => sample !== '')).toHaveLength(5)
})

describe.each(languages)('$name', ({ mark, program, wrap, command }) => {
  test.skipIf(!isInstalled(program))(
    'accepts what we signed, with either secret, and nothing else',
    async () => {
      const [newer, older, foreign] = [1, 2, 3].map((byte) => writeWebhookSecret(Buffer.alloc(32, byte)))
      if (!newer || !older || !foreign) throw new Error('There are three secrets')
      const body = JSON.stringify({ id: 1, note: '€ 😀' })
      const headers = signatureHeaders([newer, older], 'msg_1_2', Math.floor(Date.now() / 1000), body)
      const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = headers

      const [file, before] = await command(wrap(sampleOf(mark)), folder)
      const accepts = async (given: string[]) => {
        try {
          await run(file, [...before, ...given], { cwd: root })
          return true
        } catch {
          return false
        }
      }
      const genuine = [
        [newer, body, id, timestamp, signature],
        [older, body, id, timestamp, signature],
      ]
      const forged = [
        [foreign, body, id, timestamp, signature],
        [newer, `${body} `, id, timestamp, signature],
        [newer, body, 'msg_1_3', timestamp, signature],
        [newer, body, id, String(Number(timestamp) - 1), signature],
        [newer, body, id, timestamp, 'v1,'],
      ]
      expect(await Promise.all(genuine.map(accepts))).toEqual([true, true])
      expect(await Promise.all(forged.map(accepts))).toEqual([false, false, false, false, false])
    },
    60_000,
  )
})

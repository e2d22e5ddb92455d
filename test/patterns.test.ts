import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, test } from 'vitest'

/**
 * These tests run regular expressions for untrusted text against strings that cause backtracking. A
 * linear expression takes a fraction of a millisecond, a quadratic one a hundred times that.
 */

const folders = ['shared', 'functions', 'infra/local', 'infra/admin']
const root = join(import.meta.dirname, '..')
const length = 8_000
const limitMs = 12
const stuckMs = 20_000

interface Pattern {
  where: string
  source: string
  flags: string
}

const literal =
  /(?<=[=(,:!&|?;[{}\s>])\/(?![*/ ])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+)\/([dgimsuvy]*)(?=[\s.,;)\]}:?]|$)/g

const patterns = (): Pattern[] => {
  const found = new Map<string, Pattern>()
  for (const folder of folders)
    for (const file of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts')) continue
      const lines = readFileSync(join(root, folder, file), 'utf8').split('\n')
      for (const [place, line] of lines.entries()) {
        if (/^\s*(\*|\/\*|\/\/|import )/.test(line)) continue
        for (const [, source = '', flags = ''] of line.matchAll(literal))
          if (isPattern(source, flags))
            found.set(`/${source}/${flags}`, { where: `${folder}/${file}:${place + 1}`, source, flags })
      }
    }
  return [...found.values()]
}

const isPattern = (source: string, flags: string): boolean => {
  try {
    return new RegExp(source, flags) instanceof RegExp
  } catch {
    return false
  }
}

const fragmentsOf = (source: string): string[] => {
  const plain = source
    .replace(/\[\^?(?:\\.|[^\]\\])*\]/g, ' ')
    .replace(/\\([dwsbDWSBpP](?:\{[^}]*\})?)/g, ' ')
    .replace(/\(\?(?:[:=!]|<[=!]|<\w+>)/g, ' ')
    .replace(/\\(.)/g, '$1\u0001')
  const words = plain.split(/[\s()|?*+^$.]+/).map((word) => word.replaceAll('\u0001', ''))
  return [...new Set(words.filter(Boolean))].slice(0, 6)
}

const pumps = [' ', 'a', '0', '-', '.', '\n', '"', '#', '@', '!', '\\', 'é', '中', 'a ', '. ', '0.']

const attacksOn = ({ source }: Pattern): string[] => {
  const fragments = fragmentsOf(source)
  const attacks: string[] = []
  for (const prefix of ['', 'a', '# a', ...fragments, fragments.join('')])
    for (const pump of [...pumps, ...fragments, ...fragments.map((fragment) => `${fragment} `)])
      attacks.push(`${prefix}${pump.repeat(Math.ceil(length / pump.length))}\u0002`)
  return attacks
}

const program = `
  const { parentPort } = require('node:worker_threads')
  const once = (pattern, text) => {
    const before = performance.now()
    if (pattern.global) for (const _ of text.matchAll(pattern));
    else pattern.exec(text)
    return performance.now() - before
  }
  parentPort.on('message', ({ source, flags, attacks, limitMs }) => {
    const pattern = new RegExp(source, flags.replace('y', ''))
    let slowest = 0
    let worst = ''
    for (const text of attacks) {
      let ms = once(pattern, text)
      for (let run = 0; run < 4 && ms > limitMs; run++) ms = Math.min(ms, once(pattern, text))
      if (ms > slowest) [slowest, worst] = [ms, text.slice(0, 30)]
      if (slowest > limitMs) break
    }
    parentPort.postMessage({ slowest, worst })
  })
`
let worker: Worker
beforeAll(() => {
  worker = new Worker(program, { eval: true })
})
afterAll(async () => {
  await worker.terminate()
})

const slowestOf = (pattern: Pattern): Promise<{ slowest: number; worst: string }> =>
  new Promise((resolve) => {
    const stuck = setTimeout(async () => {
      worker.removeAllListeners('message')
      await worker.terminate()
      worker = new Worker(program, { eval: true })
      resolve({ slowest: Number.POSITIVE_INFINITY, worst: '' })
    }, stuckMs)
    worker.once('message', (message) => {
      clearTimeout(stuck)
      resolve(message)
    })
    worker.postMessage({ ...pattern, attacks: attacksOn(pattern), limitMs })
  })

test('finds the expressions that it is to judge', async () => {
  expect(patterns().length).toBeGreaterThan(150)
  const speedOf = async (source: string) => (await slowestOf({ where: '', source, flags: '' })).slowest
  expect(await speedOf('#\\s+\\s+x')).toBeGreaterThan(limitMs)
  expect(await speedOf('\\d+\\.$')).toBeGreaterThan(limitMs)
  expect(await speedOf('#\\s(\\S+)$')).toBeLessThan(limitMs)
})

test('every regular expression reads hostile text in linear time', async () => {
  const slow: string[] = []
  for (const pattern of patterns()) {
    if (!/[*+]|\{\d+,/.test(pattern.source)) continue
    const { slowest, worst } = await slowestOf(pattern)
    if (slowest > limitMs)
      slow.push(
        `${pattern.where} /${pattern.source}/${pattern.flags} ${slowest.toFixed(0)} ms ${JSON.stringify(worst)}`,
      )
  }
  expect(slow).toEqual([])
})

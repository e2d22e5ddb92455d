import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, test } from 'vitest'

/**
 * These tests run regular expressions for untrusted text against strings that cause backtracking.
 * An expression is too slow if text of twice the length takes more than three times as long.
 */

const folders = ['shared', 'functions', 'infra/local', 'infra/admin']
const root = join(import.meta.dirname, '..')
const length = 4_000
/** Milliseconds above which the growth is measured. */
const suspectMs = 1
const growthMax = 3
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

interface Attack {
  prefix: string
  pump: string
}

const attacksOn = ({ source }: Pattern): Attack[] => {
  const fragments = fragmentsOf(source)
  const attacks: Attack[] = []
  for (const prefix of ['', 'a', '# a', ...fragments, fragments.join('')])
    for (const pump of [...pumps, ...fragments, ...fragments.map((fragment) => `${fragment} `)])
      attacks.push({ prefix, pump })
  return attacks
}

const program = `
  const { parentPort, workerData: { length, suspectMs, growthMax } } = require('node:worker_threads')
  const once = (pattern, text) => {
    const before = performance.now()
    if (pattern.global) for (const _ of text.matchAll(pattern));
    else pattern.exec(text)
    return performance.now() - before
  }
  const textOf = ({ prefix, pump }, times = 1) =>
    prefix + pump.repeat(Math.ceil((times * length) / pump.length)) + '\\u0002'
  const isSlow = (pattern, attack) => {
    const [text, longer] = [textOf(attack), textOf(attack, 2)]
    const rounds = [0, 1, 2, 3, 4].map(() => [once(pattern, text), once(pattern, longer)])
    const ms = Math.min(...rounds.map(([ms]) => ms))
    return ms > suspectMs && Math.min(...rounds.map(([, ms]) => ms)) > growthMax * ms
  }
  parentPort.on('message', ({ source, flags, attacks }) => {
    const pattern = new RegExp(source, flags.replace('y', ''))
    const found = attacks.find(
      (attack) => once(pattern, textOf(attack)) > suspectMs && isSlow(pattern, attack),
    )
    parentPort.postMessage(found && textOf(found).slice(0, 30))
  })
`
const startWorker = () => new Worker(program, { eval: true, workerData: { length, suspectMs, growthMax } })
let worker: Worker
beforeAll(() => {
  worker = startWorker()
})
afterAll(async () => {
  await worker.terminate()
})

/** Returns the beginning of a text that slows the expression down. */
const attackThatSlows = (pattern: Pattern): Promise<string | undefined> =>
  new Promise((resolve) => {
    const stuck = setTimeout(async () => {
      worker.removeAllListeners('message')
      await worker.terminate()
      worker = startWorker()
      resolve(`a text that takes more than ${stuckMs} ms`)
    }, stuckMs)
    worker.once('message', (text) => {
      clearTimeout(stuck)
      resolve(text)
    })
    worker.postMessage({ ...pattern, attacks: attacksOn(pattern) })
  })

test('tells quadratic expressions from linear ones', async () => {
  expect(patterns().length).toBeGreaterThan(150)
  const isSlow = async (source: string) => (await attackThatSlows({ where: '', source, flags: '' })) !== undefined
  expect(await isSlow('#\\s+\\s+x')).toBe(true)
  expect(await isSlow('\\d+\\.$')).toBe(true)
  expect(await isSlow('#\\s(\\S+)$')).toBe(false)
})

test('every regular expression reads hostile text in linear time', async () => {
  const slow: string[] = []
  for (const pattern of patterns()) {
    if (!/[*+]|\{\d+,/.test(pattern.source)) continue
    const text = await attackThatSlows(pattern)
    if (text !== undefined) slow.push(`${pattern.where} /${pattern.source}/${pattern.flags} ${JSON.stringify(text)}`)
  }
  expect(slow).toEqual([])
})

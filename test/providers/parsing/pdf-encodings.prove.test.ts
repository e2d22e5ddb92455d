import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { buildFunctions } from '../../../infra/build/build.ts'
import { readDocuments } from '../../../shared/operations/knowledgebases.ts'
import { parsePdf } from '../../../shared/providers/parsing/pdf.ts'
import { encodedPdf } from '../files.ts'

describe.each([
  ['UniGB-UCS2', 'GB1', '4F60597D', '你好'],
  ['UniGB-UTF16', 'GB1', '4F60597D', '你好'],
  ['GBK-EUC', 'GB1', 'C4E3BAC3', '你好'],
  ['GBKp-EUC', 'GB1', 'C4E3BAC3', '你好'],
  ['GBK2K', 'GB1', 'C4E3BAC3', '你好'],
  ['GBpc-EUC', 'GB1', 'C4E3BAC3', '你好'],
  ['GB-EUC', 'GB1', 'C4E3BAC3', '你好'],
  ['ETenms-B5', 'CNS1', 'A741A66E', '你好'],
  ['ETen-B5', 'CNS1', 'A741A66E', '你好'],
  ['B5pc', 'CNS1', 'A741A66E', '你好'],
  ['HKscs-B5', 'CNS1', 'A741A66E', '你好'],
  ['CNS-EUC', 'CNS1', 'C4E3', '中'],
  ['UniCNS-UCS2', 'CNS1', '4F60597D', '你好'],
  ['UniCNS-UTF16', 'CNS1', '4F60597D', '你好'],
  ['90ms-RKSJ', 'Japan1', '82B182F182C982BF82CD', 'こんにちは'],
  ['90msp-RKSJ', 'Japan1', '82B182F182C982BF82CD', 'こんにちは'],
  ['90pv-RKSJ', 'Japan1', '82B182F1', 'こん'],
  ['83pv-RKSJ', 'Japan1', '82B182F1', 'こん'],
  ['Add-RKSJ', 'Japan1', '82B182F1', 'こん'],
  ['Ext-RKSJ', 'Japan1', '82B182F1', 'こん'],
  ['EUC', 'Japan1', 'A4B3A4F3', 'こん'],
  ['UniJIS-UCS2', 'Japan1', '55B6696D', '営業'],
  ['UniJIS-UTF16', 'Japan1', '55B6696D', '営業'],
  ['KSC-EUC', 'Korea1', 'BEC8B3E7', '안녕'],
  ['KSCms-UHC', 'Korea1', 'BEC8B3E7', '안녕'],
  ['KSCms-UHC-HW', 'Korea1', 'BEC8B3E7', '안녕'],
  ['KSCpc-EUC', 'Korea1', 'BEC8B3E7', '안녕'],
  ['UniKS-UCS2', 'Korea1', 'C548B155', '안녕'],
  ['UniKS-UTF16', 'Korea1', 'C548B155', '안녕'],
])('a PDF with the predefined CMap %s', (name, collection, codes, word) => {
  test.each(directionsOf(name))('is read in direction %s', async (direction) => {
    const pdf = encodedPdf({ cmap: `${name}-${direction}`, collection, lines: [codes, codes] })
    expect(await parsePdf(pdf)).toEqual({ blocks: [{ heading: '', text: `${word}\n${word}` }] })
  })
})

test.each([
  ['H', '24332473'],
  ['V', '24332473'],
])('a PDF with the predefined CMap %s of JIS X 0208 is read', async (cmap, codes) => {
  const pdf = encodedPdf({ cmap, collection: 'Japan1', lines: [codes, codes] })
  expect(await parsePdf(pdf)).toEqual({ blocks: [{ heading: '', text: 'こん\nこん' }] })
})

test('the parser of the deployed function reads a PDF with a predefined CMap', { timeout: 120_000 }, async () => {
  const outDir = await mkdtemp(join(tmpdir(), 'parser-'))
  await buildFunctions({ outDir, operations: [readDocuments] })
  const parser = spawn(process.execPath, [join(outDir, readDocuments.id, 'parser.mjs'), 'pdf'], { env: {} })
  parser.stdin.end(encodedPdf({ cmap: '90ms-RKSJ-H', collection: 'Japan1', lines: ['82B182F1'] }))
  expect(await json(parser.stdout)).toEqual({ blocks: [{ heading: '', text: 'こん' }] })
  await rm(outDir, { recursive: true })
})

/** PDF 1.7, table 118, defines these three encodings for horizontal writing only. */
function directionsOf(name: string): string[] {
  return ['90pv-RKSJ', '83pv-RKSJ', 'KSCpc-EUC'].includes(name) ? ['H'] : ['H', 'V']
}

import { expect, test } from 'vitest'
import type { FileType } from '../../../shared/domain/knowledge/document-types.ts'
import { documentReader } from '../../../shared/providers/aws/document-reader.ts'
import { bombDocx, docxOf, lockedPdf, loopingPdf, lyingDocx, scannedPdf, textDocx, textPdf } from '../files.ts'

const reader = documentReader({})

test('the text of a PDF and of a Word document comes under its headings', { timeout: 30_000 }, async () => {
  expect(await reader.read('pdf', textPdf)).toEqual({
    blocks: [{ heading: '', text: 'We open at nine.\nWe close at five.' }],
  })
  expect(await reader.read('docx', textDocx)).toEqual({
    blocks: [{ heading: 'Hours', text: 'We open at nine & close at five.\nSundays\nclosed' }],
  })
})

const twentyMegabytes = () => new Uint8Array(20 * 1024 * 1024).fill(0x41)

test.each<[string, FileType, () => Uint8Array<ArrayBuffer>, string]>([
  ['a PDF without text', 'pdf', () => scannedPdf, 'It holds no text: what is scanned must be recognised first.'],
  ['a PDF behind a password', 'pdf', () => lockedPdf, 'It is protected by a password.'],
  ['a PDF whose pages lead back to themselves', 'pdf', () => loopingPdf, 'It cannot be read.'],
  ['20 MB that are no PDF', 'pdf', twentyMegabytes, 'It takes more memory to be read than there is.'],
  ['20 MB that are no Word document', 'docx', twentyMegabytes, 'It is no Word document that can be read.'],
  ['a zip bomb', 'docx', bombDocx, 'It is larger than 100 MB when it is unpacked.'],
  ['a zip bomb that says it is small', 'docx', lyingDocx, 'It holds no text.'],
  [
    'a Word document behind a password',
    'docx',
    () => new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3]),
    'It is protected by a password, or of the old kind (.doc): save it as .docx, without one.',
  ],
  ['a Word document without text', 'docx', () => docxOf(), 'It holds no text.'],
  ['20 MB of text', 'txt', twentyMegabytes, 'It says more than a knowledge base can hold.'],
])('%s ends with a reason', { timeout: 60_000 }, async (_what, type, make, reason) => {
  const begun = Date.now()
  expect(await reader.read(type, make())).toEqual({ reason })
  expect(Date.now() - begun).toBeLessThan(45_000)
})

test('what takes too long, or more memory than there is, is ended', { timeout: 60_000 }, async () => {
  const impatient = documentReader({}, { timeMs: 20, memoryMegabytes: 640 })
  expect(await impatient.read('pdf', textPdf)).toEqual({ reason: 'It takes too long to be read.' })
  const narrow = documentReader({}, { timeMs: 45_000, memoryMegabytes: 30 })
  expect(await narrow.read('docx', bombDocx())).toEqual({ reason: 'It takes more memory to be read than there is.' })
})

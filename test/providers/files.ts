import { crc32, deflateRawSync } from 'node:zlib'
import { strToU8, Zip, type ZipInputFile, zipSync } from 'fflate'

const helvetica = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'

/** A small PDF whose page has the PDF operators `content`. */
export const pdfOf = (
  content: string,
  { trailer = '', font = helvetica, more = [] }: { trailer?: string; font?: string; more?: string[] } = {},
): Uint8Array<ArrayBuffer> => {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    font,
    ...more,
  ]
  let text = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const end = text.length
  const size = objects.length + 1
  text += `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}trailer<</Size ${size}/Root 1 0 R${trailer}>>\nstartxref\n${end}\n%%EOF`
  return new Uint8Array(strToU8(text, true))
}

export const textPdf = pdfOf('BT /F1 12 Tf 72 700 Td (We open at nine.) Tj 0 -20 Td (We close at five.) Tj ET')
export const scannedPdf = pdfOf('')

export const lockedPdf = pdfOf('BT (x) Tj ET', {
  trailer: '/Encrypt 6 0 R/ID[<00><00>]',
  more: [`<</Filter/Standard/V 1/R 2/P -4/O<${'ab'.repeat(32)}>/U<${'cd'.repeat(32)}>>>`],
})

interface Encoded {
  cmap: string
  /** Adobe's character collection: `GB1`, `Japan1`, `CNS1`, `Korea1`. */
  collection: string
  lines: readonly string[]
}

/** A PDF as East Asian programs write it: its font is not embedded and has no ToUnicode table. */
export const encodedPdf = ({ cmap, collection, lines }: Encoded): Uint8Array<ArrayBuffer> => {
  const nextLine = cmap.endsWith('V') ? '-14 0 Td' : '0 -14 Td'
  const shown = lines.map((codes) => `<${codes}> Tj`).join(` ${nextLine} `)
  const system = `<</Registry(Adobe)/Ordering(${collection})/Supplement 2>>`
  return pdfOf(`BT /F1 12 Tf 500 700 Td ${shown} ET`, {
    font: `<</Type/Font/Subtype/Type0/BaseFont/Song/Encoding/${cmap}/DescendantFonts[6 0 R]>>`,
    more: [`<</Type/Font/Subtype/CIDFontType0/BaseFont/Song/CIDSystemInfo${system}>>`],
  })
}

/** A PDF whose page tree leads back to itself. */
export const loopingPdf = new Uint8Array(
  Buffer.from(
    Buffer.from(textPdf).toString('latin1').replace('/Kids[3 0 R]/Count 1', '/Kids[2 0 R]/Count 9'),
    'latin1',
  ),
)

const paragraph = (text: string, style = '') =>
  `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t>${text}</w:t></w:r></w:p>`

export const docxOf = (...paragraphs: string[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    zipSync({
      'word/document.xml': strToU8(`<w:document><w:body>${paragraphs.join('')}</w:body></w:document>`),
      'word/media/image1.png': new Uint8Array(10),
    }),
  )
export const textDocx = docxOf(
  paragraph('Hours', 'Heading1'),
  paragraph('We open at nine &amp; close at five.'),
  `<w:tbl><w:tr><w:tc>${paragraph('Sundays')}</w:tc><w:tc>${paragraph('closed')}</w:tc></w:tr></w:tbl>`,
)

/** A file of a few hundred kilobytes that unpacks to 300 MB. */
export const bombDocx = (): Uint8Array<ArrayBuffer> => {
  const text = new Uint8Array(300 * 1024 * 1024)
  const parts: Uint8Array[] = []
  const file: ZipInputFile = { filename: 'word/document.xml', size: text.length, crc: crc32(text), compression: 8 }
  const zip = new Zip((_cause, part) => parts.push(part))
  zip.add(file)
  file.ondata?.(null, deflateRawSync(text, { level: 1 }), true)
  zip.end()
  return new Uint8Array(Buffer.concat(parts))
}

/** Makes the file of `bombDocx`, but the archive's directory claims that it is small. */
export const lyingDocx = (): Uint8Array<ArrayBuffer> => {
  const bytes = bombDocx()
  const view = new DataView(bytes.buffer)
  for (let place = 0; place < bytes.length - 4; place++)
    if (view.getUint32(place, true) === 300 * 1024 * 1024) view.setUint32(place, 1000, true)
  return bytes
}

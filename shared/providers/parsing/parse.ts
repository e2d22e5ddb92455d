import { parseDocx } from './docx.ts'
import { judged, type Parsed } from './parsed.ts'
import { parseText } from './text.ts'

const parsers: Record<string, (bytes: Uint8Array<ArrayBuffer>) => Parsed | Promise<Parsed>> = {
  // Loaded on demand, because the library is large.
  pdf: async (bytes) => (await import('./pdf.ts')).parsePdf(bytes),
  docx: parseDocx,
  txt: parseText,
}

export const parse = async (type: string, bytes: Uint8Array<ArrayBuffer>): Promise<Parsed> => {
  const parser = parsers[type]
  return parser ? judged(await parser(bytes)) : { reason: 'There is nothing that could read it.' }
}

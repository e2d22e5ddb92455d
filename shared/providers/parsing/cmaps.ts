import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'

interface Wanted {
  kind: string
  filename: string
}

interface BinaryData {
  fetch: (wanted: Wanted) => Promise<Uint8Array>
}

/**
 * Reads CMaps (PDF 1.7, 9.7.5.2), which map Asian encodings to characters. `npm run cmaps` writes
 * the archive.
 */
export function predefinedCMaps(): BinaryData {
  let archive: Promise<Uint8Array> | undefined
  return {
    fetch: async ({ kind, filename }) => {
      // Extracting text needs no fonts or image decoders.
      if (kind !== 'cMapUrl') throw new Error(`No ${kind} is provided.`)
      archive ??= readFile(new URL('./cmaps.zip', import.meta.url))
      const { [filename]: cmap } = unzipSync(await archive, { filter: ({ name }) => name === filename })
      if (!cmap) throw new Error(`No CMap is named ${filename}.`)
      return cmap
    },
  }
}

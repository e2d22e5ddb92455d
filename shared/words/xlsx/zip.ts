export interface ByteSource {
  bytes: number
  /** Undefined when the file was removed or replaced. */
  read(from: number, until?: number): Promise<AsyncIterable<Uint8Array> | undefined>
}

export interface ZipEntry {
  /** Compressed bytes. */
  packed: number
  /** Uncompressed bytes. */
  bytes: number
  offset: number
  method: number
  isEncrypted: boolean
}

export type ZipEntries = ReadonlyMap<string, ZipEntry>

/** Throws an error whose text the user reads. */
export const unreadable = (reason: string): never => {
  throw Object.assign(new Error(reason), { name: unreadableName })
}

export const reasonOf = (cause: unknown): string => {
  if (cause instanceof Error && cause.name === unreadableName) return cause.message
  throw cause
}

const unreadableName = 'UnreadableWorkbook'
export const goneReason =
  'The file was removed or replaced before all rows were read. Begin a new import with the right file.'
const damaged = 'The workbook is damaged or not complete: open it in Excel, save it, and import it again.'

/** Records of a ZIP file (PKWARE's APPNOTE 6.3.10, chapter 4.3). */
const endOfDirectory = { signature: 0x06054b50, bytes: 22, commentMax: 0xffff }
const end64Locator = { signature: 0x07064b50, bytes: 20 }
const end64 = { signature: 0x06064b50, bytes: 56 }
const directoryEntry = { signature: 0x02014b50, bytes: 46 }
const localHeader = { signature: 0x04034b50, bytes: 30 }
const zip64Field = 0x0001

const directoryBytesMax = 4 * 1024 * 1024
/** Maximum bytes of an unpacked entry. Excel's largest sheet with twenty columns has 800 MB. */
const partBytesMax = 1024 ** 3
/** Largest ratio of uncompressed to compressed bytes. Apache POI has the same limit. */
const ratioMax = 100
const ratioFreeBytes = 1024 * 1024

export const openZip = async (source: ByteSource): Promise<ZipEntries> => {
  const tailAt = Math.max(0, source.bytes - endOfDirectory.bytes - endOfDirectory.commentMax - end64Locator.bytes)
  const tail = await bytesOf(source, tailAt, source.bytes)
  const { at, bytes } = await directoryOf(source, tail, tailAt)
  if (bytes > directoryBytesMax) return unreadable('The workbook holds too many files.')
  if (at + bytes > source.bytes) return unreadable(damaged)
  return entriesOf(await bytesOf(source, at, at + bytes))
}

const directoryOf = async (source: ByteSource, tail: DataView, tailAt: number) => {
  let end = tail.byteLength - endOfDirectory.bytes
  while (end >= 0 && tail.getUint32(end, true) !== endOfDirectory.signature) end -= 1
  if (end < 0) return unreadable(damaged)
  const [bytes, at] = [tail.getUint32(end + 12, true), tail.getUint32(end + 16, true)]
  const locator = end - end64Locator.bytes
  if (locator < 0 || tail.getUint32(locator, true) !== end64Locator.signature) return { at, bytes }
  const at64 = numberOf(tail, locator + 8)
  if (at64 + end64.bytes > tailAt + tail.byteLength) return unreadable(damaged)
  const record = await bytesOf(source, at64, at64 + end64.bytes)
  if (record.getUint32(0, true) !== end64.signature) return unreadable(damaged)
  return { at: numberOf(record, 48), bytes: numberOf(record, 40) }
}

const entriesOf = (directory: DataView): ZipEntries => {
  const entries = new Map<string, ZipEntry>()
  for (let at = 0; at + directoryEntry.bytes <= directory.byteLength; ) {
    if (directory.getUint32(at, true) !== directoryEntry.signature) break
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((place) => directory.getUint16(at + place, true))
    const extraAt = at + directoryEntry.bytes + (nameBytes ?? 0)
    const next = extraAt + (extraBytes ?? 0) + (commentBytes ?? 0)
    if (next > directory.byteLength) return unreadable(damaged)
    const name = new TextDecoder().decode(bytesAt(directory, at + directoryEntry.bytes, extraAt))
    entries.set(name.replaceAll('\\', '/').toLowerCase(), {
      ...sizesOf(directory, at, extraAt, extraAt + (extraBytes ?? 0)),
      method: directory.getUint16(at + 10, true),
      isEncrypted: (directory.getUint16(at + 8, true) & 1) === 1,
    })
    at = next
  }
  return entries
}

/**
 * Reads sizes and offset. Numbers of more than 32 bits are in an extra field, in the order below.
 */
const sizesOf = (directory: DataView, at: number, extraAt: number, extraEnd: number) => {
  const large = 0xffffffff
  const [bytes, packed, offset] = [24, 20, 42].map((place) => directory.getUint32(at + place, true))
  const sizes = { bytes: bytes ?? 0, packed: packed ?? 0, offset: offset ?? 0 }
  for (let field = extraAt; field + 4 <= extraEnd; field += 4 + directory.getUint16(field + 2, true)) {
    if (directory.getUint16(field, true) !== zip64Field) continue
    let place = field + 4
    for (const name of ['bytes', 'packed', 'offset'] as const) {
      if (sizes[name] !== large || place + 8 > extraEnd) continue
      sizes[name] = numberOf(directory, place)
      place += 8
    }
  }
  return sizes
}

export interface Unpacking {
  pieces: AsyncGenerator<Uint8Array, undefined>
  /** Share of the file that was read: 0 to 1. */
  share(): number
}

/** Throws if the entry's length differs from the directory. */
export const unpack = (source: ByteSource, entry: ZipEntry, bytesMax = partBytesMax): Unpacking => {
  if (entry.isEncrypted) return unreadable('The workbook is protected by a password: save it without one.')
  if (entry.bytes > bytesMax) return unreadable(`The workbook has a part of more than ${megabytes(bytesMax)} MB.`)
  if (entry.bytes > ratioFreeBytes && entry.bytes > entry.packed * ratioMax)
    return unreadable(`The workbook has a part that unpacks to more than ${ratioMax} times its size.`)
  if (entry.method !== 0 && entry.method !== 8) return unreadable(damaged)
  let read = 0
  const packed = async function* () {
    for await (const piece of packedPieces(source, entry)) {
      read += piece.length
      yield piece
    }
  }
  const pieces = async function* (): AsyncGenerator<Uint8Array, undefined> {
    let bytes = 0
    for await (const piece of entry.method === 0 ? packed() : inflated(packed())) {
      bytes += piece.length
      if (bytes > entry.bytes) unreadable(damaged)
      yield piece
    }
    if (bytes !== entry.bytes) unreadable(damaged)
  }
  return { pieces: pieces(), share: () => (entry.packed === 0 ? 1 : read / entry.packed) }
}

const megabytes = (bytes: number): number => Math.round(bytes / 1024 ** 2)

async function* packedPieces(source: ByteSource, { offset, packed }: ZipEntry): AsyncGenerator<Uint8Array> {
  if (offset + localHeader.bytes > source.bytes) return unreadable(damaged)
  const header = await bytesOf(source, offset, offset + localHeader.bytes)
  if (header.getUint32(0, true) !== localHeader.signature) return unreadable(damaged)
  const from = offset + localHeader.bytes + header.getUint16(26, true) + header.getUint16(28, true)
  if (from + packed > source.bytes) return unreadable(damaged)
  if (packed > 0) yield* await streamOf(source, from, from + packed)
}

/** Bytes. Small, because browsers decompress a whole piece at once. */
const pieceBytes = 16 * 1024

async function* inflated(packed: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  let failure: { cause: unknown } | undefined
  const small = smallPieces(packed)
  const from = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: async (controller) => {
      try {
        const { value, done } = await small.next()
        if (done) controller.close()
        else controller.enqueue(new Uint8Array(value))
      } catch (cause) {
        failure = { cause }
        controller.error(cause)
      }
    },
    cancel: async () => {
      await small.return(undefined)
    },
  })
  const reader = from.pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  try {
    for (;;) {
      const { value, done } = await reader.read().catch(() => {
        if (failure) throw failure.cause
        return unreadable(damaged)
      })
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

async function* smallPieces(pieces: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces)
    for (let at = 0; at < piece.length; at += pieceBytes) yield piece.subarray(at, at + pieceBytes)
}

const streamOf = async (source: ByteSource, from: number, until: number): Promise<AsyncIterable<Uint8Array>> => {
  const stream = await source.read(from, until)
  return stream ?? unreadable(goneReason)
}

const bytesOf = async (source: ByteSource, from: number, until: number): Promise<DataView> => {
  const whole = new Uint8Array(until - from)
  let at = 0
  if (until > from)
    for await (const piece of await streamOf(source, from, until)) {
      const fitting = piece.subarray(0, whole.length - at)
      whole.set(fitting, at)
      at += fitting.length
      if (at === whole.length) break
    }
  return at < whole.length ? unreadable(damaged) : new DataView(whole.buffer)
}

const bytesAt = ({ buffer, byteOffset }: DataView, from: number, until: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(buffer as ArrayBuffer, byteOffset + from, until - from)

const numberOf = (view: DataView, at: number): number => Number(view.getBigUint64(at, true))

import { createHash } from 'node:crypto'
import { commonSpelling } from '../../words/phone-spellings.ts'

/**
 * Seven bytes of the number's SHA-256, and one byte for the list. A lookup among ten million
 * entries has a false match with probability 1 in 7 billion.
 */
export interface ListedNumber {
  high: number
  /** The lowest byte is the list's number. */
  low: number
}

/** Bytes of an entry: a little-endian integer. Entries are sorted. */
const entryBytes = 8
/**
 * Average number of entries per block. With five standard deviations more, a block stays below one
 * read unit of 4 KB.
 */
const blockEntries = 380

export const entryOf = (number: string, place: number): ListedNumber => {
  const digest = createHash('sha256').update(commonSpelling(number)).digest()
  return { high: digest.readUInt32BE(0), low: ((digest.readUInt32BE(4) & 0xffffff00) | place) >>> 0 }
}

export const blocksFor = (entries: number): number => Math.max(1, Math.ceil(entries / blockEntries))

export const blockOf = ({ high }: Pick<ListedNumber, 'high'>, blocks: number): number =>
  Math.floor((high * blocks) / 2 ** 32)

export const placesIn = (block: Uint8Array, number: string): number[] => {
  const { high, low } = entryOf(number, 0)
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength)
  const places: number[] = []
  for (let at = 0; at < block.byteLength; at += entryBytes)
    if (view.getUint32(at + 4, true) === high) {
      const found = view.getUint32(at, true)
      if (((found & 0xffffff00) | 0) === (low | 0)) places.push(found & 0xff)
    }
  return places
}

export interface Entries {
  count(): number
  add(entry: ListedNumber): void
  /** Adds a block's entries, except those of the lists `but`. */
  addBlock(block: Uint8Array, but: ReadonlySet<number>): void
  /** Also removes repeated entries. */
  sort(): void
  /** Yields blocks from `first` on; call `sort` before. */
  blocks(count: number, first?: number): Generator<Uint8Array>
}

export const collectEntries = (): Entries => {
  let words = new Uint32Array(2 * 1024)
  let count = 0
  const add = ({ high, low }: ListedNumber): void => {
    if (2 * (count + 1) > words.length) {
      const larger = new Uint32Array(2 * words.length)
      larger.set(words)
      words = larger
    }
    words[2 * count] = low
    words[2 * count + 1] = high
    count += 1
  }
  const beginOf = (place: number, blocks: number): number => {
    let [low, high] = [0, count]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (blockOf({ high: words[2 * middle + 1] ?? 0 }, blocks) < place) low = middle + 1
      else high = middle
    }
    return low
  }

  return {
    count: () => count,
    add,

    addBlock: (block, but) => {
      const view = new DataView(block.buffer, block.byteOffset, block.byteLength)
      for (let at = 0; at < block.byteLength; at += entryBytes) {
        const low = view.getUint32(at, true)
        if (!but.has(low & 0xff)) add({ high: view.getUint32(at + 4, true), low })
      }
    },

    sort: () => {
      const all = new BigUint64Array(words.buffer, 0, count).sort()
      let kept = 0
      for (let at = 0; at < all.length; at++) {
        const entry = all[at] ?? 0n
        if (at === 0 || entry !== all[at - 1]) all[kept++] = entry
      }
      count = kept
    },

    blocks: function* (total, first = 0) {
      const bytes = new Uint8Array(words.buffer)
      let from = beginOf(first, total)
      for (let place = first; place < total; place++) {
        const to = beginOf(place + 1, total)
        yield bytes.slice(from * entryBytes, to * entryBytes)
        from = to
      }
    },
  }
}

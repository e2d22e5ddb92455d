import { createHash } from 'node:crypto'
import { spellingsOf } from '../phone-spellings.ts'

/**
 * What an index keeps of a number: seven bytes of its SHA-256, and the place of the list that holds it. Among ten million numbers, a number
 * that is in none is taken for one of them once in seven billion times.
 */
export interface Entry {
  high: number
  /** The lowest byte is the list's. */
  low: number
}

/** Bytes of an entry, little-endian, so that entries are sorted as whole numbers. */
export const entryBytes = 8
/** On average in a block: with five deviations more it has less than the 4 KB that one read unit tells. */
const blockEntries = 400

/** Of the spellings of one phone, the one that stands for all. */
const phoneOf = (number: string): string => spellingsOf(number).toSorted()[0] ?? number

export const entryOf = (number: string, place: number): Entry => {
  const digest = createHash('sha256').update(phoneOf(number)).digest()
  return { high: digest.readUInt32BE(0), low: ((digest.readUInt32BE(4) & 0xffffff00) | place) >>> 0 }
}

/** How many blocks so many entries are spread over. */
export const blocksFor = (entries: number): number => Math.max(1, Math.ceil(entries / blockEntries))

/** The block in which an entry stands, if it stands anywhere. */
export const blockOf = ({ high }: Pick<Entry, 'high'>, blocks: number): number => Math.floor((high * blocks) / 2 ** 32)

/** The places of the lists that hold the number, in a block of the index. */
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

/** Entries that are being collected, then sorted: eight bytes each, however many. */
export class Entries {
  #words = new Uint32Array(2 * 1024)
  count = 0

  add({ high, low }: Entry): void {
    this.#fit(this.count + 1)
    this.#words[2 * this.count] = low
    this.#words[2 * this.count + 1] = high
    this.count += 1
  }

  /** The entries of a block, but those of the lists at these places. */
  addBlock(block: Uint8Array, but: ReadonlySet<number>): void {
    const view = new DataView(block.buffer, block.byteOffset, block.byteLength)
    for (let at = 0; at < block.byteLength; at += entryBytes) {
      const low = view.getUint32(at, true)
      if (!but.has(low & 0xff)) this.add({ high: view.getUint32(at + 4, true), low })
    }
  }

  /** Sorts them, and leaves each once. */
  sort(): void {
    const all = new BigUint64Array(this.#words.buffer, 0, this.count).sort()
    let kept = 0
    for (let at = 0; at < all.length; at++) {
      const entry = all[at] ?? 0n
      if (at > 0 && entry === all[at - 1]) continue
      all[kept++] = entry
    }
    this.count = kept
  }

  /** The blocks from `first` on, in their order; sorted before. */
  *blocks(count: number, first = 0): Generator<Uint8Array> {
    const bytes = new Uint8Array(this.#words.buffer)
    let from = this.#begin(first, count)
    for (let place = first; place < count; place++) {
      const to = this.#begin(place + 1, count)
      yield bytes.slice(from * entryBytes, to * entryBytes)
      from = to
    }
  }

  /** Where the first entry of a block is. */
  #begin(place: number, count: number): number {
    let [low, high] = [0, this.count]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (blockOf({ high: this.#words[2 * middle + 1] ?? 0 }, count) < place) low = middle + 1
      else high = middle
    }
    return low
  }

  #fit(count: number): void {
    if (2 * count <= this.#words.length) return
    const larger = new Uint32Array(2 * this.#words.length)
    larger.set(this.#words)
    this.#words = larger
  }
}

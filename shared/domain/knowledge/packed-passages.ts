import * as z from 'zod/mini'
import type { Passage } from './passages.ts'
import { termsOf } from './terms.ts'
import { type Meant, normOf, type Vectors } from './vectors.ts'

/**
 * Passages in one binary object: a JSON head, then sections whose offsets the head gives,
 * little-endian. Loading parses only the head.
 */
export interface PackedPassages {
  count: number
  documents: readonly number[]
  /** Document of each passage. `lengths`: number of its terms. */
  documentOf: Uint16Array
  lengths: Uint16Array
  /**
   * Sorted hashes of terms. `starts`: each term's first entry in `postings` (passages) and `counts`
   * (occurrences).
   */
  terms: Uint32Array
  starts: Uint32Array
  postings: Uint32Array
  counts: Uint8Array
  /** Offset of each passage's text, which is a heading, a line break and sentences. */
  textStarts: Uint32Array
  text: Uint8Array
  vectors?: Vectors
}

const magic = 0x314b4250
const headBytes = 8

/** Creates the schema on demand, because most calls have no knowledge base. */
const headSchema = () =>
  z.object({
    documents: z.array(z.number()),
    count: z.number(),
    sections: z.array(z.number()),
    embedding: z.optional(z.object({ model: z.string(), dimensions: z.number() })),
  })
type Head = z.input<ReturnType<typeof headSchema>>

export const packPassages = (passages: readonly Meant[], model?: string): Uint8Array<ArrayBuffer> => {
  const documents = [...new Set(passages.map(({ document_id }) => document_id))]
  const places = new Map(documents.map((id, index) => [id, index]))
  const written = passages.map(({ heading, text }) => new TextEncoder().encode(`${heading}\n${text}`))
  const { lengths, terms, starts, postings, counts } = indexOf(passages)
  const vectors = model === undefined ? undefined : vectorsOf(passages, model)
  const sections = [
    Uint16Array.from(passages, ({ document_id }) => places.get(document_id) ?? 0),
    lengths,
    terms,
    starts,
    postings,
    counts,
    Uint32Array.from(startsOf(written.map(({ length }) => length))),
    joined(written),
    ...(vectors ? [vectors.values, vectors.norms] : []),
  ]
  const head = new TextEncoder().encode(
    JSON.stringify({
      documents,
      count: passages.length,
      sections: sections.map(({ length }) => length),
      ...(vectors && { embedding: { model: vectors.model, dimensions: vectors.dimensions } }),
    } satisfies Head),
  )
  const packed = new Uint8Array(
    placesOf(
      head.length,
      sections.map(({ byteLength }) => byteLength),
    ).end,
  )
  new Uint32Array(packed.buffer, 0, 2).set([magic, head.length])
  packed.set(head, headBytes)
  const { starts: offsets } = placesOf(
    head.length,
    sections.map(({ byteLength }) => byteLength),
  )
  for (const [place, { buffer, byteOffset, byteLength }] of sections.entries())
    packed.set(new Uint8Array(buffer, byteOffset, byteLength), offsets[place])
  return packed
}

export const readPacked = (packed: Uint8Array<ArrayBuffer>): PackedPassages => {
  // Typed arrays need offsets that are multiples of four.
  const bytes = packed.byteOffset % 4 === 0 ? packed : packed.slice()
  const [mark, headLength = 0] = new Uint32Array(bytes.buffer, bytes.byteOffset, 2)
  if (mark !== magic) throw new Error('These are no packed passages')
  const head = headSchema().parse(
    JSON.parse(new TextDecoder().decode(bytes.subarray(headBytes, headBytes + headLength))),
  )
  const kinds = [
    Uint16Array,
    Uint16Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint8Array,
    Uint32Array,
    Uint8Array,
    Int8Array,
    Float32Array,
  ] as const
  const { starts } = placesOf(
    headLength,
    kinds.map((kind, index) => kind.BYTES_PER_ELEMENT * (head.sections[index] ?? 0)),
  )
  const at = (place: number): [ArrayBuffer, number, number] => [
    bytes.buffer,
    bytes.byteOffset + (starts[place] ?? 0),
    head.sections[place] ?? 0,
  ]
  return {
    count: head.count,
    documents: head.documents,
    documentOf: new Uint16Array(...at(0)),
    lengths: new Uint16Array(...at(1)),
    terms: new Uint32Array(...at(2)),
    starts: new Uint32Array(...at(3)),
    postings: new Uint32Array(...at(4)),
    counts: new Uint8Array(...at(5)),
    textStarts: new Uint32Array(...at(6)),
    text: new Uint8Array(...at(7)),
    ...(head.embedding && {
      vectors: { ...head.embedding, values: new Int8Array(...at(8)), norms: new Float32Array(...at(9)) },
    }),
  }
}

export const passageAt = (packed: PackedPassages, place: number): Passage => {
  const { documents, documentOf, textStarts, text } = packed
  const written = new TextDecoder().decode(text.subarray(textStarts[place], textStarts[place + 1]))
  const end = written.indexOf('\n')
  return {
    document_id: documents[documentOf[place] ?? 0] ?? 0,
    heading: written.slice(0, end),
    text: written.slice(end + 1),
  }
}

export const allPassages = (packed: PackedPassages): Passage[] =>
  Array.from({ length: packed.count }, (_, index) => passageAt(packed, index))

export const allMeant = (packed: PackedPassages, model: string | undefined): Meant[] => {
  const { vectors } = packed
  const passages = allPassages(packed)
  if (!vectors || vectors.model !== model) return passages
  const { dimensions, values, norms } = vectors
  return passages.map((passage, index) =>
    norms[index] ? { ...passage, vector: values.subarray(index * dimensions, (index + 1) * dimensions) } : passage,
  )
}

const vectorsOf = (passages: readonly Meant[], model: string): Vectors | undefined => {
  const dimensions = passages.find(({ vector }) => vector)?.vector?.length
  if (!dimensions) return undefined
  const values = new Int8Array(passages.length * dimensions)
  const norms = new Float32Array(passages.length)
  passages.forEach(({ vector }, index) => {
    if (!vector) return
    values.set(vector, index * dimensions)
    norms[index] = normOf(vector)
  })
  return { model, dimensions, values, norms }
}

const indexOf = (passages: readonly Passage[]) => {
  const found = new Map<number, [passage: number, count: number][]>()
  const lengths = new Uint16Array(passages.length)
  passages.forEach(({ heading, text }, passage) => {
    const terms = termsOf(`${heading} ${text}`)
    lengths[passage] = Math.min(terms.length, 0xffff)
    const counts = new Map<number, number>()
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
    for (const [term, count] of counts) {
      const known = found.get(term)
      if (known) known.push([passage, count])
      else found.set(term, [[passage, count]])
    }
  })
  const terms = Uint32Array.from(found.keys()).sort()
  const lists = [...terms].map((term) => found.get(term) ?? [])
  const all = lists.flat()
  return {
    lengths,
    terms,
    starts: Uint32Array.from(startsOf(lists.map(({ length }) => length))),
    postings: Uint32Array.from(all, ([passage]) => passage),
    counts: Uint8Array.from(all, ([, count]) => Math.min(count, 0xff)),
  }
}

const joined = (parts: readonly Uint8Array[]): Uint8Array => {
  const starts = startsOf(parts.map(({ length }) => length))
  const all = new Uint8Array(starts.at(-1) ?? 0)
  for (const [place, part] of parts.entries()) all.set(part, starts[place])
  return all
}

const startsOf = (lengths: readonly number[]): number[] => {
  let sum = 0
  return [0, ...lengths.map((length) => (sum += length))]
}

const placesOf = (headLength: number, lengths: readonly number[]): { starts: number[]; end: number } => {
  const all = startsOf([headBytes + headLength, ...lengths].map((length) => Math.ceil(length / 4) * 4))
  return { starts: all.slice(1, -1), end: all.at(-1) ?? 0 }
}

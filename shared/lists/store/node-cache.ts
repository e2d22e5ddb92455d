import type { IdPage, Segment } from '../plan/history-shape.ts'

/** Caches nodes, which never change. Drops the least recently used node first. */
export interface NodeCache {
  segment(key: string): Segment | undefined
  idPage(key: string): IdPage | undefined
  keepSegment(key: string, segment: Segment): void
  keepIdPage(key: string, idPage: IdPage): void
}

/** Bytes. The nodes of a million calls take 8 MB. */
const bytesMaxDefault = 48_000_000

export const nodeCache = (bytesMax = bytesMaxDefault): NodeCache => {
  const segments = recentlyUsed<Segment>(bytesMax / 2, segmentBytes)
  const idPages = recentlyUsed<IdPage>(bytesMax / 2, ({ ids, amounts }) => (ids.length + amounts.length) * 8 + 100)
  return { segment: segments.get, idPage: idPages.get, keepSegment: segments.keep, keepIdPage: idPages.keep }
}

const segmentBytes = ({ codes, kinds, tallies }: Segment): number =>
  codes.byteLength + kinds.length * 120 + tallies.reduce((sum, tally) => sum + tally.byteLength + 150, 0)

const recentlyUsed = <T>(bytesMax: number, bytesOf: (thing: T) => number) => {
  const kept = new Map<string, T>()
  let bytes = 0
  return {
    get: (key: string): T | undefined => {
      const thing = kept.get(key)
      if (thing === undefined) return undefined
      kept.delete(key)
      kept.set(key, thing)
      return thing
    },
    keep: (key: string, thing: T): void => {
      const before = kept.get(key)
      if (before !== undefined) bytes -= bytesOf(before)
      kept.delete(key)
      kept.set(key, thing)
      bytes += bytesOf(thing)
      for (const [oldest, other] of kept) {
        if (bytes <= bytesMax || oldest === key) break
        kept.delete(oldest)
        bytes -= bytesOf(other)
      }
    },
  }
}

import { writeKind } from '../../domain/history/columns.ts'
import { type Change, rebuild } from '../../domain/history/rebuild.ts'
import { foldable, seamOf } from '../../domain/history/sealing.ts'
import { firstIdAt, timeOfId } from '../../domain/id.ts'
import { must } from '../../domain/must.ts'
import { historyKeys, type Key, sealingKey } from '../keys.ts'
import { type Item, when } from '../table.ts'
import { type Head, heads, runEnd } from './head.ts'
import { type HistoryList, type HistoryParts, type HistoryRow, limitsOf } from './history-list.ts'
import { looseRows } from './loose-rows.ts'
import { lookMark, type Mark, readMarks } from './marks.ts'
import { openNodes, writeNode } from './nodes.ts'
import { inTurns } from './turns.ts'

/** What one run did. */
export interface Sealed {
  sealed: number
  folded: number
  /** Whether rows are left that can be sealed at once. */
  more: boolean
  /** How long rows have waited since they were worth a run; 0 if they are not. */
  waited_ms: number
}

export interface Sealer {
  /**
   * Seals what is old enough, and folds marks in. Any number may run at once, and any may die: what counts is the one write that flips
   * the head. Undefined when another run is under way, was faster, or the user is gone. `all` folds every mark.
   */
  seal(user_id: number, all?: boolean): Promise<Sealed | undefined>
}

export const historySealer = <T>(parts: HistoryParts, list: HistoryList<T>): Sealer => {
  const { table, clock, random, nodes: cache } = parts
  const limits = limitsOf(parts)
  const head = heads(table, list)
  const keys = historyKeys(list.noun)
  const loose = looseRows(parts, list)
  const firstId = () => list.firstId?.(clock.now()) ?? 0
  const nextRun = (isCut: boolean, isBusy: boolean, now: number): number | undefined => {
    if (isCut) return now
    return isBusy ? now + limits.againMs : undefined
  }

  /**
   * From when on rows may be sealed: by then, whatever function knows nothing of histories has ended. Where something is sealed, it has
   * long been so; as long as nobody has noted when the last of them was replaced, there is no such time.
   */
  const readyAt = async ({ sealed_until }: Head): Promise<number | undefined> => {
    if (limits.beginMs === 0 || sealed_until > 0) return 0
    const noted = await table.get<{ begun_at: number }>(sealingKey)
    return noted && noted.begun_at + limits.beginMs
  }

  /** The announcement of a run: from now on, a record that is stored below the fence is marked by its creator. */
  const announce = async (user_id: number, before: Head, now: number): Promise<Head | undefined> => {
    const ready_at = await readyAt(before)
    if (ready_at === undefined) return undefined
    const hold = await table.get<{ id: number; until: number }>(keys.hold(user_id))
    const held = hold && hold.until > now ? hold.id : Number.MAX_SAFE_INTEGER
    const isEarly = now < ready_at
    const announced: Head = {
      ...before,
      version: before.version + 1,
      running_since: now,
      fence: isEarly
        ? before.fence
        : Math.max(before.fence, Math.min(firstIdAt(now - (list.settleMs ?? limits.settleMs)), held)),
      due_at: isEarly ? ready_at : now + limits.runMs,
    }
    if (isEarly) announced.flipped = announced.version
    const isAnnounced = await head.replace(user_id, before, announced)
    return isAnnounced && !isEarly ? announced : undefined
  }

  /** Nodes that the last flip replaced, those of runs that never came to flip, and what is outdated by now. What is not yet, it returns. */
  const sweep = async (user_id: number, { flipped, version, retired, outdated }: Head, now: number) => {
    const between = (first: number, last: number) =>
      table.query<Key>({ ...rangeOfNodes(first, last), pk: keys.head(user_id).pk, only: ['sk'] })
    const isOver = outdated !== undefined && now >= outdated.at + limits.runMs
    const lost = version === flipped ? [] : await between(flipped + 1, version)
    const old = isOver ? await between(0, outdated.version) : []
    const swept = new Set([...retired, ...[...lost, ...old].map(({ sk }) => sk)])
    await inTurns([...swept], (sk) => table.write([{ delete: keys.node(user_id, sk) }]))
    return isOver ? undefined : outdated
  }

  /** The records behind the sealed ones, oldest first, and up to where they were read. */
  const readRange = async (user_id: number, { sealed_until, fence }: Head) => {
    const limit = limits.batchRows
    const { pk, sk: from } = list.recordKey(user_id, sealed_until)
    if (fence <= sealed_until) return { records: [], until: sealed_until, isCut: false }
    const to = list.recordKey(user_id, fence - 1).sk
    const records = await table.query<T & Key>({ pk, from, to, limit })
    const isCut = records.length === limit
    return { records, until: isCut ? Number(must(records.at(-1), 'last record').sk) + 1 : fence, isCut }
  }

  /** What marks say of the rows by now. Those that look at a record that is still open stay. */
  const readChanges = async (
    user_id: number,
    marks: Mark[],
  ): Promise<{ changes: NumberedChange[]; folded: Mark[] }> => {
    const looks = marks.filter(({ is }) => is === 'look').map(({ id }) => id)
    const records = await loose.readRecords(user_id, looks)
    const changes: NumberedChange[] = []
    const folded: Mark[] = []
    for (const mark of marks) {
      const { id, is, kind, number } = mark
      const record = records.get(id)
      const row = is === 'look' && record ? list.rowOf(record, clock.now()) : undefined
      if (row && !row.isSettled) continue
      const known = kind ? { id, kind, number } : row
      changes.push({ id, row: known, number: known?.number })
      folded.push(mark)
    }
    return { changes, folded }
  }

  const numberEntries = (user_id: number, rows: readonly Pick<HistoryRow, 'id' | 'kind' | 'number'>[]) =>
    rows.flatMap(({ id, kind, number }) =>
      list.numberKey && number !== undefined ? [{ ...list.numberKey(user_id, number, id), kind: writeKind(kind) }] : [],
    )

  /** Number entries go before the marks that hide them, and a mark only if no newer one took its place. */
  const clearAway = async (user_id: number, gone: Mark[], others: Mark[]): Promise<void> => {
    const { numberKey } = list
    const entries = gone.flatMap(({ id, number }) =>
      numberKey && number !== undefined ? [numberKey(user_id, number, id)] : [],
    )
    await inTurns(entries, (entry) => table.write([{ delete: entry }]))
    await inTurns([...gone, ...others], ({ id, stamp }) =>
      table.write([{ delete: keys.mark(user_id, id), when: when('#stamp = :stamp', { stamp }) }]),
    )
  }

  /** Of new keys, that nothing refers to yet; no faster than the entries of one user's numbers can be written, which share a key. */
  const putAll = async (items: (Item & Key)[]): Promise<void> => {
    for (let start = 0; start < items.length; start += putsAtOnce) {
      if (start > 0) await clock.sleep(putPauseMs)
      await table.putMany(items.slice(start, start + putsAtOnce))
    }
  }

  /** The history with new rows and changes in it, without volumes that have expired; undefined when a node of it is gone. */
  const build = async (user_id: number, { version, volumes }: Head, rows: HistoryRow[], changes: Change[]) => {
    const nodes = openNodes(table, list, cache, user_id)
    const kept = volumes.filter(({ last }) => last >= firstId())
    const expired = volumes.slice(0, volumes.length - kept.length).map(({ key }) => key)
    // Read after the marks and records: a kind that one of them has, and that is not asked for by now, is asked for no more.
    const [areThere, isListed] = await Promise.all([
      nodes.read({ volumes: expired, leaves: [] }),
      list.readListed?.(table, user_id),
    ])
    if (!areThere) return undefined
    const leaves = expired.flatMap((key) => nodes.volume(key)?.leaves ?? []).map(({ key }) => key)
    for (;;) {
      let number = 0
      const newKey = (letter: string) => `${padded(version)}#${number++}#${letter}`
      const built = rebuild({ volumes: kept, rows, changes, sizes: limits, isListed, newKey, ...nodes })
      if (!('need' in built)) return { ...built, retired: [...built.retired, ...expired, ...leaves.filter(isNode)] }
      if (!(await nodes.read(built.need))) return undefined
    }
  }

  return {
    seal: async (user_id, all = false) => {
      const now = clock.now()
      const before = await head.read(user_id)
      const announced = runEnd(before, limits) > now ? undefined : await announce(user_id, before, now)
      if (!announced) return undefined
      const outdated = await sweep(user_id, before, now)

      // Marks before records: what a mark says of a record that is read after it, that record says as well.
      const marks = await readMarks(table, list, user_id)
      const range = await readRange(user_id, announced)
      const rows = range.records.flatMap((record) => list.rowOf(record, now) ?? []).filter(({ id }) => id >= firstId())
      const seam = seamOf(rows, range.until, now - limits.passMs)
      const isWorth = all || range.isCut || seam.settled.length + seam.passed.length >= limits.rowsMin
      const { settled, passed, until } = isWorth ? seam : { settled: [], passed: [], until: announced.sealed_until }
      const below = marks.filter(({ id }) => id < announced.sealed_until)
      const max = all ? 1 : Math.min(limits.marksMax, list.marksMax ?? limits.marksMax)
      const worth = { perVolume: limits.marksPerVolume, max, writesOpen: settled.length > 0 }

      await inTurns(passed, ({ id }) => table.write([lookMark(list, random, user_id, id)]))
      const { changes, folded } = await readChanges(user_id, foldable(below, announced.volumes, worth))
      const built = await build(user_id, announced, settled, changes)
      if (!built) {
        // Nobody else has flipped: it was not replaced, it is lost.
        if ((await head.read(user_id)).version === announced.version)
          throw new Error(`A node of the history of each ${list.noun} is lost`)
        return undefined
      }
      const changed = changes.flatMap(({ row, number }) => (row ? [{ ...row, number }] : []))
      const items: (Item & Key)[] = [
        ...built.nodes.map((node) => ({ ...keys.node(user_id, node.key), ...writeNode(node) })),
        ...numberEntries(user_id, [...settled, ...changed]),
      ]
      await putAll(items)

      const passedIds = new Set(passed.map(({ id }) => id))
      const overtaken = marks.filter(({ id }) => id >= announced.sealed_until && id < until && !passedIds.has(id))
      const done = [...folded, ...overtaken]
      const version = announced.version + 1
      const isBusy = rows.length >= limits.rowsMin
      const flipped = await head.replace(user_id, announced, {
        ...announced,
        version,
        flipped: version,
        folds: announced.folds + (done.length ? 1 : 0),
        sealed_until: until,
        volumes: built.volumes,
        retired: built.retired,
        outdated,
        due_at: nextRun(range.isCut, isBusy, now) ?? (outdated && outdated.at + limits.runMs),
      })
      if (!flipped) return undefined
      const kept = new Set([...settled, ...changed].map(({ id }) => id))
      await clearAway(
        user_id,
        done.filter(({ id }) => !kept.has(id)),
        done.filter(({ id }) => kept.has(id)),
      )
      const since = rows.filter(({ isSettled }) => isSettled)[limits.rowsMin - 1]
      return {
        sealed: settled.length,
        folded: folded.length,
        more: range.isCut,
        waited_ms: since ? now - timeOfId(since.id) : 0,
      }
    },
  }
}

type NumberedChange = Change & { number?: string }
const rangeOfNodes = (first: number, last: number) => ({ from: `${padded(first)}#`, to: `${padded(last)}$` })

/** DynamoDB takes a thousand writes a second of one key, and what lies beside it may be a dial's: four fifths of that at most. */
const putsAtOnce = 100
const putPauseMs = 120

/** The leaf of an open volume lies in the volume's own node. */
const isNode = (key: string): boolean => !key.includes('/')
const padded = (version: number): string => String(version).padStart(16, '0')

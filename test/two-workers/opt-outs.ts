import { describe, expect, test } from 'vitest'
import { users } from '../../shared/data/account/users.ts'
import { blacklist } from '../../shared/data/opt-outs/blacklist.ts'
import { optOutQuestions } from '../../shared/data/opt-outs/opt-out-questions.ts'
import { suppressionLists } from '../../shared/data/opt-outs/suppression-lists.ts'
import { people } from '../../shared/data/people/people.ts'
import { personWorks } from '../../shared/data/people/person-works.ts'
import { consents } from '../../shared/data/rules/consents.ts'
import { sms, smsHistory } from '../../shared/data/sms/sms.ts'
import type { SuppressionCause } from '../../shared/domain/account/blacklist-entry.ts'
import { type Hinted, type OpenQuestion, questionsADayMax } from '../../shared/domain/opt-outs/opt-out-question.ts'
import { personOf } from '../../shared/domain/people/mentions.ts'
import { newPersonWork } from '../../shared/domain/people/person-work.ts'
import { newImport } from '../../shared/domain/suppression-lists/list-form.ts'
import { headAfter } from '../../shared/domain/suppression-lists/suppression-list.ts'
import { historyCompactor } from '../../shared/lists/store/compactor.ts'
import { heads } from '../../shared/lists/store/head.ts'
import { historyKeys } from '../../shared/table/keys.ts'
import type { Table } from '../../shared/table/table.ts'
import { must } from '../../shared/words/must.ts'
import { overtake, slowerOf, type Worker, worker, world } from './meet.ts'
import { accountOf, erase, messageOf, newConsent, payer, stored } from './records.ts'

const phone_number = '+12025550101'
const userId = async () => (await world.user()).id
const add = (user_id: number, cause: SuppressionCause) => (parts: Worker) =>
  blacklist(parts).add(user_id, phone_number, { cause })
const entriesOf = (user_id: number) => stored(`${user_id}#blacklist`)

describe('an opt-out', () => {
  test('is listed once with both causes when two workers add it', async () => {
    const user_id = await userId()
    await overtake(add(user_id, 'sms'), add(user_id, 'call'))
    const entries = await entriesOf(user_id)
    expect(entries).toHaveLength(1)
    expect(Object.keys(entries[0]?.causes ?? {}).toSorted()).toEqual(['call', 'sms'])
  })

  test('keeps both causes when two workers add to it', async () => {
    const user_id = await userId()
    await add(user_id, 'user')(worker())
    await overtake(add(user_id, 'sms'), add(user_id, 'call'))
    const [entry] = await entriesOf(user_id)
    expect(Object.keys(entry?.causes ?? {}).toSorted()).toEqual(['call', 'sms', 'user'])
  })

  test('stays when its person asks for it while its user removes it', async () => {
    const user_id = await userId()
    const { id } = await add(user_id, 'user')(worker())
    const remove = (parts: Worker) => blacklist(parts).remove(user_id, id)
    expect(await overtake(remove, add(user_id, 'sms'))).toEqual({ outcome: 'needs reason' })
    expect(await blacklist(worker()).has(user_id, phone_number)).toBe(true)
  })

  const start =
    (user_id: number, sid = 'SM1') =>
    (parts: Worker) =>
      blacklist(parts).allowTexts(user_id, phone_number, sid)

  test('is not lifted again by a text that arrives twice', async () => {
    const user_id = await userId()
    await add(user_id, 'sms')(worker())
    const act = async (parts: Worker) => {
      expect(await start(user_id)(parts)).toBe(true)
      await add(user_id, 'sms')(parts)
    }
    expect(await overtake(start(user_id), act)).toBe('heard before')
    expect(await blacklist(worker()).refusesTexts(user_id, phone_number)).toBe(true)
  })

  test('stops a text that another worker is about to send', async () => {
    const user_id = await payer(1000)
    const message = {
      ...messageOf(user_id, world.newId()),
      to: phone_number,
      status: 'sending' as const,
      money: 'held' as const,
    }
    const open = async (parts: Worker) => sms(parts).open(message, await accountOf(user_id))
    expect(await overtake(open, add(user_id, 'sms'))).toBe('opted_out')
    expect(await accountOf(user_id)).toMatchObject({ micros: 1000 })
  })

  const erased = async () => {
    const user_id = await userId()
    const { id } = await add(user_id, 'sms')(worker())
    const sk = must(
      (await entriesOf(user_id)).find((entry) => entry.id === id),
      'entry',
    ).sk
    const walk = (walked_at: number | undefined) => (parts: Worker) =>
      people(parts).erase({ user_id, noun: 'blacklist', key: sk }, personOf(phone_number), { now: 5, walked_at })
    return { user_id, walk }
  }

  test('is hashed once when two workers erase its person', async () => {
    const { user_id, walk } = await erased()
    expect(
      await overtake(
        walk(undefined),
        walk(undefined),
        ([write]) => write !== undefined && 'put' in write && write.put.sk !== '#',
      ),
    ).toBe('later')
    expect(await stored(`${user_id}#erased-opt-out`)).toHaveLength(2)
  })

  test('keeps a cause that is added while its person is erased', async () => {
    const { user_id, walk } = await erased()
    await walk(undefined)(worker())
    expect(await overtake(walk(10), add(user_id, 'call'))).toBe('later')
    expect(await overtake(walk(10), async () => {})).toBe('erased')
    expect(await blacklist(worker()).isOptedOut(user_id, phone_number)).toBe(true)
  })

  const gone = async () => {
    const { user_id, walk } = await erased()
    await walk(undefined)(worker())
    expect(await walk(10)(worker())).toBe('erased')
    return user_id
  }

  test('lists an erased person’s opt-out once under concurrent writes', async () => {
    const user_id = await gone()
    await overtake(start(user_id), add(user_id, 'call'))
    expect(await entriesOf(user_id)).toHaveLength(1)
  })

  test('of an erased person does not return after another worker removed it', async () => {
    const user_id = await gone()
    const act = async (parts: Worker) => {
      await start(user_id, 'SM2')(parts)
      const [entry] = await entriesOf(user_id)
      await blacklist(parts).remove(user_id, Number(entry?.id), 'By letter')
    }
    await overtake(start(user_id), act)
    expect(await entriesOf(user_id)).toEqual([])
  })
})

describe('a consent', () => {
  test('is recorded once by two workers', async () => {
    const consent = newConsent(await userId(), phone_number)
    expect(await slowerOf((parts) => consents(parts).record(consent))).toBe(true)
    const standing = (await consents(worker()).standings(consent.user_id, [phone_number])).get(phone_number)
    expect(standing).toMatchObject({ version: 1 })
  })

  test('counts with another one of the same number', async () => {
    const one = newConsent(await userId(), phone_number)
    const other = newConsent(one.user_id, phone_number)
    await overtake(
      (parts) => consents(parts).record(one),
      (parts) => consents(parts).record(other),
    )
    const standing = (await consents(worker()).standings(one.user_id, [phone_number])).get(phone_number)
    expect(standing).toMatchObject({ version: 2 })
  })

  test('is withdrawn once by two workers', async () => {
    const consent = newConsent(await userId(), phone_number)
    await consents(worker()).record(consent)
    const withdraw = (id: number) => (parts: Worker) => consents(parts).withdraw(consent, id, undefined)
    const [one, other] = [world.newId(), world.newId()]
    expect(await overtake(withdraw(one), withdraw(other))).toMatchObject({ id: other })
    expect((await consents(worker()).page(consent.user_id, { phone_number }, 0, 9)).total).toBe(2)
  })
})

describe('an opt-out question', () => {
  const hinted = (user_id: number, ...words: string[]): Hinted => ({
    ...{ user_id, phone_number, words, about: { kind: 'call', call_id: 1, is_over: false } },
  })
  const ask =
    (user_id: number, ...words: string[]) =>
    (parts: Worker) =>
      optOutQuestions(parts).ask(hinted(user_id, ...words), 1000)
  const asked = async () => {
    const user_id = await userId()
    const ref = must(await ask(user_id, 'one')(worker()), 'question')
    const find = async () => (await optOutQuestions(worker()).find(ref)) as OpenQuestion
    return { user_id, find, question: await find(), more: ask(user_id, 'two') }
  }

  test('keeps the words of both workers that ask it', async () => {
    const user_id = await userId()
    await overtake(ask(user_id, 'one'), ask(user_id, 'two'))
    const [question] = await stored(`${user_id}#opt-out-question`)
    expect(question).toMatchObject({ words: ['two', 'one'] })
  })

  test('is counted once by two workers', async () => {
    const { user_id, question } = await asked()
    expect(await slowerOf((parts) => optOutQuestions(parts).count(question, 1000))).toBe(true)
    expect((await stored(`${user_id}#opt-out-question`)).find(({ sk }) => sk.startsWith('day#'))).toMatchObject({
      asked: 1,
    })
  })

  test('is the last of a day for one of two workers', async () => {
    const { user_id, question } = await asked()
    const ref = must(
      await optOutQuestions(worker()).ask({ ...hinted(user_id, 'two'), about: { kind: 'text', sms_sid: 'SM1' } }, 1000),
      'text',
    )
    const other = (await optOutQuestions(worker()).find(ref)) as OpenQuestion
    await world.parts.table.write([
      { put: { pk: `${user_id}#opt-out-question`, sk: 'day#1970-01-01', asked: questionsADayMax - 1 } },
    ])
    const count = (one: OpenQuestion) => (parts: Worker) => optOutQuestions(parts).count(one, 1000)
    expect(await overtake(count(question), count(other))).toBe(false)
  })

  test('of a text stays answered when its person writes START meanwhile', async () => {
    const { user_id } = await asked()
    const text = { ...hinted(user_id, 'two'), about: { kind: 'text' as const, sms_sid: 'SM1' } }
    const ref = must(await optOutQuestions(worker()).ask(text, 1000), 'question')
    const question = (await optOutQuestions(worker()).find(ref)) as OpenQuestion
    await overtake(
      (parts) => optOutQuestions(parts).start(user_id, phone_number, 2000),
      (parts) => optOutQuestions(parts).answer(question, { judged: 1, heard: 1 }, 1000),
    )
    expect(await optOutQuestions(worker()).find(ref)).not.toHaveProperty('started_at')
  })

  test('stays open when more words arrive while it is answered', async () => {
    const { question, more, find } = await asked()
    await overtake((parts) => optOutQuestions(parts).answer(question, { judged: 1, heard: 1 }, 1000), more)
    expect(await find()).toMatchObject({ state: 'open', words: ['one', 'two'] })
  })

  test('keeps its deadline when more words arrive while it is postponed', async () => {
    const { user_id, question, more } = await asked()
    await overtake((parts) => optOutQuestions(parts).postpone(question, 9e9), more)
    expect(await stored(`${user_id}#opt-out-question`)).not.toMatchObject([{ due_at: 9e9 }])
  })
})

describe('an erasure or export of a person', () => {
  test('is begun once by two workers', async () => {
    const work = newPersonWork(world.newId(), await userId(), 'export', phone_number)
    expect(await slowerOf((parts) => personWorks(parts).begin(work))).toBe('exists')
  })

  test('does not overwrite a text that another worker changes', async () => {
    const user_id = await userId()
    const key = { pk: `${user_id}#call-detail`, sk: '0000000000000001' }
    await world.parts.table.write([{ put: { ...key, transcript: `I am ${phone_number}` } }])
    const eraseWords = (parts: Worker) =>
      people(parts).erase({ user_id, noun: 'call-detail', key: key.sk }, personOf(phone_number), {
        now: 1,
        walked_at: undefined,
      })
    const change = ({ table }: Worker) => table.write([{ update: key, set: { transcript: 'Another' } }])
    expect(await overtake(eraseWords, change)).toBe('later')
    expect(await world.parts.table.get(key)).toMatchObject({ transcript: 'Another' })
  })

  test('does not touch an override that another worker writes', async () => {
    const user_id = await userId()
    const key = { pk: `${user_id}#call-mark`, sk: '0000000000000001' }
    const put = (stamp: number) => (table: Table) => table.write([{ put: { ...key, stamp, number: phone_number } }])
    await put(1)(world.parts.table)
    const eraseNumber = (parts: Worker) =>
      people(parts).erase({ user_id, noun: 'call-mark', key: key.sk }, personOf(phone_number), { now: 2, walked_at: 1 })
    expect(await overtake(eraseNumber, ({ table }) => put(2)(table))).toBe('later')
    expect(await world.parts.table.get(key)).toMatchObject({ stamp: 2, number: phone_number })
  })
})

describe('do-not-call lists', () => {
  const begun = async () => {
    const user_id = await userId()
    const made = newImport({ name: 'A', as_of: '2026-01-01' }, { id: world.newId(), user_id }, world.clock.now())
    return { user_id, made, begin: (parts: Worker) => suppressionLists(parts).begin(made) }
  }
  const inForce = (made: Awaited<ReturnType<typeof begun>>['made']) => async (parts: Worker) => {
    const store = suppressionLists(parts)
    const [seen, now] = [await store.head(made.user_id), world.clock.now()]
    const after = { ...made, status: 'in_force' as const }
    return store.putInForce(made, after, seen, headAfter(seen, after, { place: 1, blocks: 0, entries: 0 }, now))
  }

  test('are imported once when two workers begin an import', async () => {
    expect(await slowerOf((await begun()).begin)).toBe('exists')
  })

  test('do not come into force when another worker fails their import', async () => {
    const { user_id, made, begin } = await begun()
    await begin(worker())
    const fail = (parts: Worker) => suppressionLists(parts).advance(made, { ...made, status: 'failed' }, undefined)
    expect(await overtake(inForce(made), fail)).toBe(false)
    expect(await suppressionLists(worker()).head(user_id)).toMatchObject({ lists: [] })
  })

  test('stay in force when another worker checks their age', async () => {
    const { user_id, made, begin } = await begun()
    await begin(worker())
    await inForce(made)(worker())
    const seen = await suppressionLists(worker()).head(user_id)
    const remove = (parts: Worker) => suppressionLists(parts).remove(user_id, made.id)
    await overtake((parts) => suppressionLists(parts).watch(seen, 1), remove)
    expect(await suppressionLists(worker()).head(user_id)).toMatchObject({ lists: [{ leaving: true }] })
  })
})

describe('a list of records', () => {
  const head = historyKeys('sms').head
  const compactor = (parts: Worker) =>
    historyCompactor({ ...parts, historyLimits: { rowsMin: 1, settleMs: 0, skewMs: 0 } }, smsHistory)

  test('is not begun for a user who is erased meanwhile', async () => {
    const user_id = await userId()
    await overtake(
      (parts) => compactor(parts).compact(user_id),
      (parts) => users(parts).close(user_id, 1),
    )
    expect(await world.parts.table.get(head(user_id))).toBeUndefined()
  })

  test('is not woken for a user who is erased meanwhile', async () => {
    const user_id = await userId()
    const own = ({ table }: Worker) => heads(table, smsHistory)
    const wake = async (parts: Worker) => own(parts).wake(user_id, await own(parts).read(user_id), 9e9)
    await overtake(wake, (parts) => users(parts).close(user_id, 1))
    expect(await world.parts.table.get(head(user_id))).toBeUndefined()
  })

  test('is not woken again after it was erased', async () => {
    const user_id = await userId()
    await compactor(worker()).compact(user_id)
    const own = ({ table }: Worker) => heads(table, smsHistory)
    const wake = async (parts: Worker) => {
      const { due_at: _due, ...seen } = await own(parts).read(user_id)
      await own(parts).wake(user_id, seen, 9e9)
    }
    await overtake(wake, () => erase(user_id, 'sms-history'))
    expect(await world.parts.table.get(head(user_id))).toBeUndefined()
  })
})

import { existsSync } from 'node:fs'
import { appendFile, mkdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as z from 'zod'
import { type Belonging, isDerived, type UserDataNoun, userDataNouns } from '../../shared/data/people/user-data.ts'
import { packedPrefix } from '../../shared/domain/knowledge/knowledgebase.ts'
import { allPassages, readPacked } from '../../shared/domain/knowledge/packed-passages.ts'
import { knowledgeOf, recordingsOf } from './recordings.ts'
import { refuse } from './refusal.ts'
import type { AdminTools } from './tools.ts'

/** Progress of the export, stored next to the unfinished file after each page. */
const Progress = z.object({
  user: z.int(),
  noun: z.enum(userDataNouns),
  after: z.string().optional(),
  bytes: z.int(),
  items: z.int(),
})
type Progress = z.infer<typeof Progress>

/**
 * Writes a user's data as JSON lines (`noun`, `key`, `data`), and recordings into a folder. A
 * repeated run continues. The complete file is renamed to `file`.
 */
export const exportUser = async (user: number, file: string, { userData, stack, showProgress }: AdminTools) => {
  if (existsSync(file)) refuse(`${file} exists: name another file with --out, or remove it.`)
  const unfinished = `${file}.part`
  const progressFile = `${file}.progress`
  const folder = `${file.replace(/\.jsonl$/, '')}-recordings`
  await mkdir(dirname(file), { recursive: true })
  let done = await readProgress(progressFile, user)
  await writeFile(unfinished, '', { flag: 'a', mode: 0o600 })
  await truncate(unfinished, done.bytes)

  const append = async (noun: UserDataNoun, page: Belonging[]) => {
    const text = page.map((belonging) => `${JSON.stringify(belonging)}\n`).join('')
    await appendFile(unfinished, text)
    const { bytes, items } = done
    done = {
      user,
      noun,
      after: page.at(-1)?.key,
      bytes: bytes + Buffer.byteLength(text),
      items: items + page.length,
    }
    await writeWhole(progressFile, JSON.stringify(done))
    showProgress(`${done.items} items`)
  }
  const nouns = userDataNouns.slice(userDataNouns.indexOf(done.noun)).filter((noun) => !isDerived(noun))
  for (const noun of nouns) {
    let after = noun === done.noun ? done.after : undefined
    for (;;) {
      const page = await userData.page(user, noun, after)
      if (page.length === 0) break
      await append(noun, page)
      after = done.after
    }
  }

  const recordings = recordingsOf(user, stack.parts)
  let kept = 0
  for await (const keys of recordings.pages()) {
    for (const key of keys) {
      const place = join(folder, ...key.split('/').slice(-2))
      const sound = existsSync(place) || (await recordings.fetch(key))
      if (!sound) continue
      if (sound !== true) await writeWhole(place, sound)
      kept += 1
      showProgress(`${done.items} items  ${kept} recordings`)
    }
  }
  const documents = await exportDocuments(user, file, stack.parts)
  await rename(unfinished, file)
  await rm(progressFile, { force: true })
  return { file, items: done.items, recordings: kept, ...(kept > 0 && { recordings_folder: folder }), ...documents }
}

const exportDocuments = async (user: number, file: string, parts: AdminTools['stack']['parts']) => {
  const folder = `${file.replace(/\.jsonl$/, '')}-knowledge`
  const knowledge = knowledgeOf(user, parts)
  let bases = 0
  for await (const keys of knowledge.pages()) {
    for (const key of keys.filter((key) => key.startsWith(packedPrefix))) {
      const bytes = await knowledge.fetch(key)
      if (!bytes) continue
      const passages = allPassages(readPacked(new Uint8Array(bytes)))
      await writeWhole(join(folder, `${key.split('/').at(-2)}.json`), JSON.stringify(passages, null, 1))
      bases += 1
    }
  }
  return { knowledge_bases: bases, ...(bases > 0 && { knowledge_folder: folder }) }
}

const readProgress = async (file: string, user: number): Promise<Progress> => {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return { user, noun: 'account', bytes: 0, items: 0 }
  const progress = Progress.parse(JSON.parse(text))
  if (progress.user !== user)
    refuse(
      `${file} belongs to an unfinished export of user ${progress.user}: finish that, or name another file with --out.`,
    )
  return progress
}

const writeWhole = async (file: string, content: string | Uint8Array): Promise<void> => {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(`${file}.new`, content, { mode: 0o600 })
  await rename(`${file}.new`, file)
}

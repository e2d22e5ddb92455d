import { execFile, execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startChild } from '../../infra/local/child.ts'

export const howToInstall = 'PostgreSQL is not installed, so nothing stands beside: apt-get install postgresql-15'

export interface Postgres {
  run(sql: string): Promise<string>
  close(): Promise<void>
}

/**
 * Starts a PostgreSQL server with its files in memory. Returns undefined if PostgreSQL is not
 * installed.
 */
export const startPostgres = async (): Promise<Postgres | undefined> => {
  const programs = globSync('/usr/lib/postgresql/*/bin').toSorted().at(-1)
  if (!programs) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'postgres-'))
  const lowered = await asAnother(folder)
  const command = (program: string, args: string[]) => [...lowered, join(programs, program), ...args]
  const data = join(folder, 'data')
  const [init = '', ...initArgs] = command('initdb', ['-D', data, '-A', 'trust', '-U', 'bench', '--no-sync'])
  await promisify(execFile)(init, initArgs)
  const settings = ['shared_buffers=1GB', 'work_mem=64MB', 'fsync=off', 'listen_addresses=']
  const [server = '', ...serverArgs] = command('postgres', ['-D', data, '-k', folder])
  const child = await startChild({
    command: server,
    args: [...serverArgs, ...settings.flatMap((setting) => ['-c', setting])],
    ready: /ready to accept connections/,
  })
  return {
    run: async (sql) => {
      const args = ['-X', '-q', '-A', '-t', '-h', folder, '-U', 'bench', '-d', 'postgres', '-f', '-']
      const asked = promisify(execFile)(join(programs, 'psql'), args, { maxBuffer: 1e8 })
      asked.child.stdin?.end(sql)
      return (await asked).stdout
    },
    close: async () => {
      await child.close()
      await rm(folder, { recursive: true })
    },
  }
}

const asAnother = async (folder: string): Promise<string[]> => {
  if (process.getuid?.() !== 0) return []
  const [uid, gid] = ['-u', '-g'].map((which) => Number(execFileSync('id', [which, 'postgres'])))
  await chown(folder, uid ?? 0, gid ?? 0)
  return ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
}

export interface SameRows {
  name: string
  table(size: number): string
  pages(size: number): Record<string, [filter: string, first: number]>
}

/** Measures milliseconds of `count(*)` and of a page by OFFSET, both with warm caches. */
export const postgresPages = async (server: Postgres, { name, table, pages }: SameRows, size: number) => {
  await server.run(table(size))
  const figures = new Map<string, number>()
  for (const [page, [filter, first]] of Object.entries(pages(size))) {
    const count = `select count(*) from ${name} where user_id = 12 ${filter};\n`
    const rows = `select * from ${name} where user_id = 12 ${filter} order by id desc offset ${first} limit 15;\n`
    const printed = await server.run(`\\timing on\n${count.repeat(3)}${rows.repeat(3)}`)
    const times = [...printed.matchAll(/^Time: ([\d.]+) ms/gm)].map(([, ms]) => Number(ms))
    figures.set(page, (times[2] ?? 0) + (times[5] ?? 0))
  }
  await server.run(`drop table ${name};`)
  return figures
}

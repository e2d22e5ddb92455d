import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/**
 * The same pages of a table of the same shape in PostgreSQL, with an index for each filter: count(*) and OFFSET, in milliseconds, warm. It is
 * measured on the server that BENCH_POSTGRES names, with its own `psql`:
 *
 *   apt-get install postgresql-15 && sudo -u postgres createuser --superuser "$USER" && createdb bench
 *   BENCH_POSTGRES=postgres:///bench npm run bench history
 */
export const postgresPages = async (size: number): Promise<Map<string, number>> => {
  const server = process.env.BENCH_POSTGRES
  if (!server) return new Map()
  const run = async (sql: string): Promise<string> => {
    const child = promisify(execFile)('psql', ['-X', '-q', '-A', '-t', server, '-f', '-'], { maxBuffer: 1e8 })
    child.child.stdin?.end(sql)
    return (await child).stdout
  }
  await run(tableOf(size))
  const [number = ''] = (
    await run(`select client_phone_number from bench_calls offset ${Math.floor(size / 3)} limit 1;`)
  ).split('\n')
  const pages: [string, string, number][] = [
    ['at the beginning', '', 0],
    ['in the middle', '', Math.floor(size / 2)],
    ['at the end', '', size - 15],
    ['by status', "and status = 'no-answer'", 0],
    ['by status, deep', "and status = 'busy'", Math.floor(size / 20)],
    ['by everything', "and status = 'busy' and type = 'outbound' and assistant_id = 1003 and campaign_id = 2003", 0],
    ['of a week', `and id >= ${weekFrom} and id < ${weekUntil}`, 0],
    ['of a week, by status', `and id >= ${weekFrom} and id < ${weekUntil} and status = 'busy'`, 0],
    ['of nothing', "and type = 'web' and campaign_id = 1", 0],
    ['by number', `and client_phone_number = '${number}'`, 0],
  ]
  const figures = new Map<string, number>()
  for (const [name, filter, first] of pages) {
    const count = `select count(*) from bench_calls where user_id = 12 ${filter};\n`
    const page = `select id, header from bench_calls where user_id = 12 ${filter} order by id desc offset ${first} limit 15;\n`
    const told = await run(`\\timing on\n${count.repeat(3)}${page.repeat(3)}`)
    const times = [...told.matchAll(/^Time: ([\d.]+) ms/gm)].map(([, ms]) => Number(ms))
    figures.set(name, (times[2] ?? 0) + (times[5] ?? 0))
  }
  await run('drop table bench_calls;')
  return figures
}

/** 180 days of ids, as even as they come. */
const firstId = (Date.UTC(2026, 0, 2) - Date.UTC(2025, 0, 1)) * 4096
const idsPerDay = 86_400_000 * 4096
const [weekFrom, weekUntil] = [firstId + 140 * idsPerDay, firstId + 147 * idsPerDay]

const tableOf = (size: number): string => `
  drop table if exists bench_calls;
  create table bench_calls (user_id int not null, id bigint not null, status text not null, type text not null, assistant_id bigint not null,
    campaign_id bigint, client_phone_number text not null, header jsonb not null, primary key (user_id, id));
  insert into bench_calls select 12, ${firstId} + i::bigint * ${Math.floor((180 * idsPerDay) / size)} + (random() * 4095)::int,
    (array['ended_by_customer','ended_by_customer','ended_by_customer','ended_by_assistant','ended_by_assistant','no-answer','no-answer','no-answer','busy','failed','completed','ended'])[1 + floor(random() * 12)::int],
    case when random() < 0.85 then 'outbound' when random() < 0.6 then 'inbound' else 'web' end, 1000 + (k % 12), case when random() < 0.85 then 2000 + k end,
    '+1202' || lpad((5000000 + floor(random() * ${size} * 0.7)::int)::text, 7, '0'), jsonb_build_object('assistant_name', 'Assistant 1', 'duration', 81, 'pad', repeat('x', 450))
  from (select i, floor(40 * random() * sqrt(random()))::int k from generate_series(1, ${size}) i) s;
  create index on bench_calls (user_id, status, id desc);
  create index on bench_calls (user_id, assistant_id, id desc);
  create index on bench_calls (user_id, campaign_id, id desc);
  create index on bench_calls (user_id, client_phone_number, id desc);
  vacuum analyze bench_calls;
`

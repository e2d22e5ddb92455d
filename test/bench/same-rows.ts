import type { SameRows } from './postgres.ts'

/** Call ids contain times, and are spread evenly over 180 days. */
const firstId = (Date.UTC(2026, 0, 2) - Date.UTC(2025, 0, 1)) * 4096
const idsPerHour = 3_600_000 * 4096
const hours = 180 * 24
const idOf = (size: number) =>
  `${firstId} + i::bigint * ${Math.floor((hours * idsPerHour) / size)} + (random() * 4095)::int`
const between = (from: number, until: number) =>
  `and id >= ${firstId + from * idsPerHour} and id < ${firstId + until * idsPerHour}`
const week = between(140 * 24, 147 * 24)

export const sameCalls: SameRows = {
  name: 'bench_calls',
  pages: (size) => ({
    'at the beginning': ['', 0],
    'in the middle': ['', Math.floor(size / 2)],
    'at the end': ['', size - 15],
    'by status': ["and status = 'no-answer'", 0],
    'by status, deep': ["and status = 'busy'", Math.floor(size / 20)],
    'by everything': ["and status = 'busy' and type = 'outbound' and assistant_id = 1003 and campaign_id = 2003", 0],
    'of a week': [week, 0],
    'of a week, by status': [`${week} and status = 'busy'`, 0],
    'of nothing': ["and type = 'web' and campaign_id = 1", 0],
    'by number': ['and client_phone_number = (select max(client_phone_number) from bench_calls)', 0],
  }),
  table: (size) => `
    drop table if exists bench_calls;
    create table bench_calls (user_id int not null, id bigint not null, status text not null, type text not null, assistant_id bigint not null,
      campaign_id bigint, client_phone_number text not null, header jsonb not null, primary key (user_id, id));
    insert into bench_calls select 12, ${idOf(size)},
      (array['ended_by_customer','ended_by_customer','ended_by_customer','ended_by_assistant','ended_by_assistant','no-answer','no-answer','no-answer','busy','failed','completed','ended'])[1 + floor(random() * 12)::int],
      case when random() < 0.85 then 'outbound' when random() < 0.6 then 'inbound' else 'web' end, 1000 + (k % 12), case when random() < 0.85 then 2000 + k end,
      '+1202' || lpad((5000000 + floor(random() * ${size} * 0.7)::int)::text, 7, '0'), jsonb_build_object('assistant_name', 'Assistant 1', 'duration', 81, 'pad', repeat('x', 450))
    from (select i, floor(40 * random() * sqrt(random()))::int k from generate_series(1, ${size}) i) s;
    create index on bench_calls (user_id, status, id desc);
    create index on bench_calls (user_id, assistant_id, id desc);
    create index on bench_calls (user_id, campaign_id, id desc);
    create index on bench_calls (user_id, client_phone_number, id desc);
    vacuum analyze bench_calls;
  `,
}

const counts = (filter: string): [string, number] => [`${filter} and status is not null`, 0]

export const sameLeads: SameRows = {
  name: 'bench_leads',
  pages: (size) => ({
    'at the beginning': ['', 0],
    'in the middle': ['', Math.floor(size / 2)],
    'at the end': ['', size - 15],
    'of a campaign': ['and campaign_id = 101', 0],
    'of a campaign, deep': ['and campaign_id = 101', Math.floor(size / 3)],
    'by status': ["and status = 'completed'", 0],
    'by status, of a small campaign': ["and status = 'created' and campaign_id = 102", 20],
    'of some hours': [between(hours - 8, hours - 3), 0],
    'of some hours, by everything': [
      `${between(hours - 8, hours - 3)} and status = 'reached-max-retries' and campaign_id = 101`,
      0,
    ],
    'of no campaign': ['and campaign_id = 5', 0],
    'counts of a campaign': counts('and campaign_id = 101'),
  }),
  table: (size) => `
    drop table if exists bench_leads;
    create table bench_leads (user_id int not null, id bigint not null, status text not null, campaign_id bigint not null, lead jsonb not null,
      primary key (user_id, id));
    insert into bench_leads select 12, ${idOf(size)},
      (array['created','created','created','completed','reached-max-retries'])[1 + floor(random() * 5)::int],
      case when i % 20 = 0 then 103 when i % 10 = 0 then 102 else 101 end, jsonb_build_object('pad', repeat('x', 250))
    from generate_series(1, ${size}) i;
    create index on bench_leads (user_id, status, id desc);
    create index on bench_leads (user_id, campaign_id, status, id desc);
    create index on bench_leads (user_id, campaign_id, id desc);
    vacuum analyze bench_leads;
  `,
}

const local = "(at at time zone 'Europe/Berlin')"
const ofUser = 'from bench_facts where user_id = 12'

export const analyticsSql = {
  byDay: (sum: string) => `select ${local}::date, ${sum} ${ofUser} group by 1`,
  byHour: (sum: string) => `select extract(hour from ${local}), ${sum} ${ofUser} group by 1`,
  latencyByDay: `select ${local}::date, percentile_disc(0.95) within group (order by wait) ${ofUser} group by 1`,
  by: (trait: string) => `select ${trait}, count(*) ${ofUser} group by 1`,
  ofAssistant: `select ${local}::date, count(*) ${ofUser} and assistant_id = 1003 group by 1`,
  reasonsOfMonth: `select ended_reason, count(*) ${ofUser} and at > (select max(at) from bench_facts) - interval '30 days' group by 1`,
}

export const sameFacts = (size: number, until: number): string => `
    drop table if exists bench_facts;
    create table bench_facts (user_id int not null, id bigint not null, at timestamptz not null, status text not null, ended_reason text not null,
      assistant_id bigint not null, campaign_id bigint, number text not null, country text not null, seconds int not null, cost bigint not null,
      reached boolean not null, goal boolean not null, wait int, primary key (user_id, id));
    insert into bench_facts select 12, i, to_timestamp(${until} - (${size} - i) * ${(180 * 86_400) / size}::float), 'completed',
      (array['customer_hung_up','busy','no_answer','voicemail'])[1 + floor(random() * 4)::int], 1000 + (k % 12), case when random() < 0.85 then 2000 + k end,
      '+1202555' || lpad((random() * 40)::int::text, 4, '0'), 'US', (random() * 300)::int, (random() * 200000)::int, random() < 0.5, random() < 0.2, (400 + random() * 900)::int
    from (select i, floor(40 * random() * sqrt(random()))::int k from generate_series(1, ${size}) i) s;
    create index on bench_facts (user_id, at);
    create index on bench_facts (user_id, assistant_id, at);
    vacuum analyze bench_facts;
  `

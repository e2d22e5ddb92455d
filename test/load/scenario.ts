import { must } from '../../shared/words/must.ts'
import { assistantDraft } from '../fixtures.ts'
import type { LoadDeployment } from './deployment.ts'
import { type LoadWorld, openLoadWorld } from './load-world.ts'
import { incoming, talkSecondsMean } from './people.ts'
import type { Quotas } from './quotas.ts'

export interface Load {
  /** Concurrent conversations after the ramp. */
  calls: number
  seed: string
  /** Seconds in which more calls start than end. */
  rampSeconds: number
  holdSeconds: number
  quotas?: Partial<Quotas>
  bigShare?: number
}

export type LoadRun = LoadWorld & { dialsPerSecond: number }

/** Shares of conversations by how they begin. */
const shares = { incoming: 0.2, single: 0.4, campaign: 0.4 }
/** Share of calls of the largest user; other users have 50 conversations each. */
const bigShareUsual = 0.4
const talksPerUser = 50
/** Share of dialled people who answer and talk. */
const talkingPart = 0.7
const slotSeconds = 82
const slotsMax = 100
const betweenMs = 10
const dialsAbove = 3

interface Customer {
  token: string
  id: number
  assistant_id: number
  from: string
}

/**
 * Simulates campaigns, single calls and incoming calls, with their webhooks, evaluations and list
 * requests.
 */
export const livesThrough = async (deployment: LoadDeployment, load: Load): Promise<LoadRun> => {
  const { calls, seed, quotas, rampSeconds, holdSeconds, bigShare = bigShareUsual } = load
  const talksPerSecond = calls / talkSecondsMean
  const dialsPerSecond = Math.ceil(talksPerSecond * dialsAbove)
  const environment = {
    LIVE_CALLS_PER_USER: String(calls),
    RATE_LIMIT_PER_MINUTE: '6000',
    CARRIER_CALLS_PER_SECOND: String(dialsPerSecond),
  }
  const world = await openLoadWorld({ deployment, seed, quotas, environment })
  const { time, dice, figures } = world
  const others = Math.max(3, Math.ceil((calls * (1 - bigShare)) / talksPerUser))
  const big = await customerIn(world)
  const small: Customer[] = []
  while (small.length < others) small.push(await customerIn(world))
  const chosen = () => (dice.number() < bigShare ? big : must(small[Math.floor(dice.number() * small.length)], 'user'))

  const slots = (calls * shares.campaign * slotSeconds) / (talkingPart * talkSecondsMean)
  const campaigns = await campaignsFor(world, big, slots * bigShare, load)
  for (const user of small)
    campaigns.push(...(await campaignsFor(world, user, (slots * (1 - bigShare)) / others, load)))

  const again = (perSecond: () => number, act: () => Promise<unknown>) => {
    const next = () => {
      const rate = perSecond()
      time.after(rate > 0 ? dice.lasting(1000 / rate) : 1000, async () => {
        next()
        if (rate > 0) await act()
      })
    }
    next()
  }
  let pace = 1 / (1 - Math.exp(-rampSeconds / talkSecondsMean))
  const singles = (talksPerSecond * shares.single) / talkingPart
  again(
    () => pace * singles,
    async () => {
      const { token, assistant_id } = chosen()
      const request = { phone_number: world.owners.person('+1212'), assistant_id }
      const { status } = await world.api(token, 'POST', '/user/make_call', request)
      figures.count(status < 300 ? 'calls asked for' : 'requests for calls that were refused')
    },
  )
  again(
    () => pace * talksPerSecond * shares.incoming,
    async () => {
      const body = JSON.stringify({ to: chosen().from, from: world.owners.person(incoming) })
      await world.carrier.handle(new Request('http://carrier.test/_double/incoming-call', { method: 'POST', body }))
    },
  )
  again(
    () => pace * talksPerSecond,
    () => world.api(chosen().token, 'GET', '/user/calls?per_page=20'),
  )

  world.begin()
  for (const { token, campaign_id } of campaigns) {
    const start = { campaign_id, action: 'start' }
    time.after(dice.number() * rampSeconds * 1000, () =>
      world.api(token, 'POST', '/user/campaigns/update-status', start),
    )
  }
  await time.advance(rampSeconds * 1000)
  pace = 1
  figures.start()
  await time.advance(holdSeconds * 1000)
  world.end()
  return { ...world, dialsPerSecond }
}

const customerIn = async (world: LoadWorld): Promise<Customer> => {
  const { id, token } = await world.owners.user()
  const number = await world.owners.number(id)
  const made = async (more: object) => {
    const draft = { ...assistantDraft, ...more, webhook_url: 'https://receiver.example.com/', is_webhook_active: true }
    const { status, body } = await world.time.until(world.api(token, 'POST', '/user/assistant', draft))
    if (status !== 201) throw new Error(`The assistant was not made: ${JSON.stringify(body)}`)
    return Number(body.data.id)
  }
  await made({ calls_direction: 'receive', phone_number_id: number.id })
  await world.owners.number(id)
  return { id, token, assistant_id: await made({}), from: number.phone_number }
}

const campaignsFor = async (world: LoadWorld, user: Customer, slots: number, load: Load) => {
  const count = Math.ceil(slots / slotsMax)
  const each = Math.max(1, Math.round(slots / count))
  const leadsEach = Math.ceil((each * 1.5 * (load.rampSeconds + load.holdSeconds)) / slotSeconds) + each
  const post = async (path: string, body: object) => {
    await world.time.advance(betweenMs)
    const answer = await world.time.until(world.api(user.token, 'POST', path, body))
    if (answer.status >= 300) throw new Error(`POST ${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const { assistant_id, token } = user
  const made: { token: string; campaign_id: number }[] = []
  for (let index = 0; index < count; index++) {
    const draft = {
      name: `Spring ${index}`,
      assistant_id,
      max_calls_in_parallel: each,
      allowed_hours_start_time: '00:00',
      allowed_hours_end_time: '23:59',
      max_retries: 0,
    }
    const { data } = await post('/user/campaigns', draft)
    for (let lead = 0; lead < leadsEach; lead++) {
      const phone_number = world.owners.person('+1415')
      await post('/user/lead', { phone_number, campaign_id: data.id, allow_dupplicate: true })
    }
    made.push({ token, campaign_id: data.id })
  }
  return made
}

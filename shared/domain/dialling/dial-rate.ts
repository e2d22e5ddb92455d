/**
 * Whose turn it is to have the carrier create a call. The carrier takes so many a second from the whole account; single
 * calls go first, campaigns stand in a line in which users take turns, and the campaigns of a user among themselves. So
 * a campaign of 100,000 leads and one of ten get on equally fast, and nobody asks for a turn that cannot be had yet.
 */
export interface Turns {
  /** No call may be created before this instant, epoch milliseconds. */
  free_at: number
  /** Users in the order of their turns, each with the campaigns of theirs that wait, in order. */
  line: Waiting[]
}

interface Waiting {
  user_id: number
  campaigns: {
    campaign_id: number
    /** Who has not come by then has nothing to call any more, and loses the place. */
    until: number
  }[]
}

export interface Party {
  user_id: number
  campaign_id: number
}

export const noTurns: Turns = { free_at: 0, line: [] }

/** How far ahead of time campaigns may take turns: as exact as queues can wake them. */
export const aheadMs = 1000
/** How late somebody in line may come. */
const latenessMs = 5000
/** Who finds the line longer than this is not written into it and tries again later. */
const lineMax = 500

/** A turn for a single call: the next one, however many campaigns wait. */
export const takeSingle = (turns: Turns, now: number, intervalMs: number): { turns: Turns; turn_at: number } => {
  const turn_at = Math.max(now, turns.free_at)
  return { turns: { ...turns, free_at: turn_at + intervalMs }, turn_at }
}

/**
 * Turns for a campaign that could use `wanted` of them: those it may have now, and when to come back for the rest.
 * With nobody else in line it gets all that there are; else its share, and never a turn that somebody before it needs.
 */
export const takeTurns = (
  turns: Turns,
  party: Party,
  wanted: number,
  now: number,
  intervalMs: number,
): { turns: Turns; turns_at: number[]; again_at: number | undefined } => {
  const line = present(turns.line, now)
  const first = Math.max(now, turns.free_at)
  const available = Math.max(0, Math.floor((now + aheadMs - first) / intervalMs) + 1)
  const before = placesBefore(line, party)
  const share = Math.ceil(available / (usersIn(line, party) * campaignsIn(line, party)))
  const granted = Math.max(0, Math.min(wanted, share, available - before))
  const turns_at = Array.from({ length: granted }, (_, place) => first + place * intervalMs)
  const free_at = granted ? first + granted * intervalMs : turns.free_at

  const rest = granted ? served(line, party) : line
  if (granted >= wanted) return { turns: { free_at, line: without(rest, party) }, turns_at, again_at: undefined }
  const again_at = Math.max(
    now + Math.min(intervalMs, aheadMs),
    free_at + placesBefore(rest, party) * intervalMs - aheadMs,
  )
  return { turns: { free_at, line: joined(rest, party, again_at + latenessMs) }, turns_at, again_at }
}

/** The line without those who did not come. */
const present = (line: Waiting[], now: number): Waiting[] =>
  line.flatMap(({ user_id, campaigns }) => {
    const there = campaigns.filter(({ until }) => until >= now)
    return there.length ? [{ user_id, campaigns: there }] : []
  })

/** The users and, of this campaign's user, the campaigns that share the turns; itself included. */
const usersIn = (line: Waiting[], { user_id }: Party): number =>
  1 + line.filter((user) => user.user_id !== user_id).length
const campaignsIn = (line: Waiting[], party: Party): number =>
  1 + (without(line, party).find(({ user_id }) => user_id === party.user_id)?.campaigns.length ?? 0)

/** How many turns others have before this campaign's: a round for every campaign of its user before it. */
const placesBefore = (line: Waiting[], { user_id, campaign_id }: Party): number => {
  const user = line.findIndex((waiting) => waiting.user_id === user_id)
  const campaigns = line[user]?.campaigns ?? []
  const known = campaigns.findIndex((waiting) => waiting.campaign_id === campaign_id)
  const round = known === -1 ? campaigns.length : known
  const place = user === -1 ? line.length : user
  return line.reduce((sum, other, index) => {
    if (index === place) return sum + round
    return sum + Math.min(other.campaigns.length, index < place ? round + 1 : round)
  }, 0)
}

/** The line after this campaign had a turn: its user goes to the end, and it behind its user's other campaigns. */
const served = (line: Waiting[], party: Party): Waiting[] => {
  const rest = without(line, party)
  const user = rest.find(({ user_id }) => user_id === party.user_id)
  return user ? [...rest.filter((other) => other !== user), user] : rest
}

const without = (line: Waiting[], { user_id, campaign_id }: Party): Waiting[] =>
  line.flatMap((user) => {
    if (user.user_id !== user_id) return [user]
    const campaigns = user.campaigns.filter((waiting) => waiting.campaign_id !== campaign_id)
    return campaigns.length ? [{ user_id, campaigns }] : []
  })

/** The line with this campaign in it, at its place or else at the end. */
const joined = (line: Waiting[], { user_id, campaign_id }: Party, until: number): Waiting[] => {
  const entry = { campaign_id, until }
  const user = line.find((waiting) => waiting.user_id === user_id)
  if (!user) return line.length < lineMax ? [...line, { user_id, campaigns: [entry] }] : line
  const isKnown = user.campaigns.some((waiting) => waiting.campaign_id === campaign_id)
  const campaigns = isKnown
    ? user.campaigns.map((waiting) => (waiting.campaign_id === campaign_id ? entry : waiting))
    : [...user.campaigns, entry]
  if (!isKnown && campaigns.length > lineMax) return line
  return line.map((waiting) => (waiting === user ? { user_id, campaigns } : waiting))
}

/** A user's campaigns that wait for the carrier's rate: they take turns with the user's place among the users. */
export interface CampaignQueue {
  /** The user's place; undefined if none of the campaigns waits. */
  place: number | undefined
  waiting: {
    campaign_id: number
    /** A campaign that has not come by then has nothing to call any more, and loses its place. */
    until: number
  }[]
}

export const noCampaigns: CampaignQueue = { place: undefined, waiting: [] }

/** How late a campaign may come. */
const latenessMs = 5000
/** How many campaigns of one user are remembered; one more tries again later. */
const waitingMax = 500

/** Without the campaigns that did not come. */
export const present = ({ place, waiting }: CampaignQueue, now: number): CampaignQueue => ({
  place,
  waiting: waiting.filter(({ until }) => until >= now),
})

/** How many of the user's campaigns come before this one. */
export const behindOf = ({ waiting }: CampaignQueue, campaign_id: number): number => {
  const known = waiting.findIndex((one) => one.campaign_id === campaign_id)
  return known === -1 ? waiting.length : known
}

/** The queue once this campaign has asked: gone if it needs no more, at the end if it had a turn, at its place if not. */
export const afterAsking = (
  { waiting }: CampaignQueue,
  campaign_id: number,
  { place, dials_at, again_at }: { place: number | undefined; dials_at: number[]; again_at: number | undefined },
): CampaignQueue => {
  const others = waiting.filter((one) => one.campaign_id !== campaign_id)
  if (again_at === undefined) return { place, waiting: others }
  const entry = { campaign_id, until: again_at + latenessMs }
  const known = waiting.findIndex((one) => one.campaign_id === campaign_id)
  if (known === -1 && others.length >= waitingMax) return { place, waiting }
  const index = dials_at.length > 0 || known === -1 ? others.length : known
  return { place, waiting: others.toSpliced(index, 0, entry) }
}

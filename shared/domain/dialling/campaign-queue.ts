/** A campaign that waits for the carrier's rate; the campaigns of a user take turns with the user's place among the users. */
export interface WaitingCampaign {
  campaign_id: number
  /** A campaign that has not come by then has nothing to call any more, and loses its turn. */
  until: number
}

/** How late a campaign may come. */
const latenessMs = 5000

export const isPresent = ({ until }: WaitingCampaign, now: number): boolean => until >= now

/** How many of the user's campaigns come before this one. */
export const behindOf = (waiting: readonly WaitingCampaign[], campaign_id: number): number => {
  const known = waiting.findIndex((one) => one.campaign_id === campaign_id)
  return known === -1 ? waiting.length : known
}

/** How it waits once it has asked; not at all if it needs no more. */
export const afterAsking = (
  { campaign_id }: Pick<WaitingCampaign, 'campaign_id'>,
  { again_at }: { again_at: number | undefined },
): WaitingCampaign | undefined => (again_at === undefined ? undefined : { campaign_id, until: again_at + latenessMs })

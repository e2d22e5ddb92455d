import type { Use } from '../../shared/services.ts'
import type { ProblemCode } from '../../shared/words/problem.ts'

/** A kind of object whose id is part of paths, with its look-up, 404 error and test fixture. */
export interface Subject {
  nouns: readonly string[]
  missing: ProblemCode
  uses: readonly Use[]
  lookUp: string
  sample: string
}

export const subjects: readonly Subject[] = [
  {
    nouns: ['assistant', 'assistants'],
    missing: 'assistant_not_found',
    uses: ['assistants.find'],
    lookUp: 'assistants.find(user_id, id)',
    sample: 'anAssistant',
  },
  {
    nouns: ['calls'],
    missing: 'call_not_found',
    uses: ['calls.find'],
    lookUp: 'calls.find({ user_id, call_id: id })',
    sample: 'aCallThatIsOver',
  },
  {
    nouns: ['campaigns'],
    missing: 'campaign_not_found',
    uses: ['campaigns.find'],
    lookUp: 'campaigns.find(user_id, id)',
    sample: 'aCampaign',
  },
  {
    nouns: ['leads'],
    missing: 'lead_not_found',
    uses: ['leads.find'],
    lookUp: 'leads.find(user_id, id)',
    sample: 'aLead',
  },
  {
    nouns: ['sms'],
    missing: 'sms_not_found',
    uses: ['sms.find'],
    lookUp: 'sms.find({ user_id, sms_id: id })',
    sample: 'async (scene) => (await aSentMessage(scene)).id',
  },
  {
    nouns: ['webhook-deliveries'],
    missing: 'delivery_not_found',
    uses: ['deliveries.find', 'clock'],
    lookUp: 'deliveries.find({ user_id, delivery_id: id }, clock.now())',
    sample: 'aDelivery',
  },
]

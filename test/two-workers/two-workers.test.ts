import { expect, test } from 'vitest'
import { met } from './meet.ts'
import './accounts.ts'
import './calls.ts'
import './chats.ts'
import './dials.ts'
import './evidence.ts'
import './histories.ts'
import './jobs.ts'
import './knowledge.ts'
import './leads.ts'
import './money.ts'
import './numbers.ts'
import './opt-outs.ts'
import './replays.ts'
import './rollouts.ts'
import './settings.ts'
import './shares.ts'
import './tool-calls.ts'
import './webhooks.ts'
import { conditionSites } from './sites.ts'

/** Conditional writes without a test of two workers, by reason. */
const alone: Record<string, string[]> = {
  'The id is drawn for this write. Another worker has it by chance only, and the write is tried again.': [
    'account/account-moves.ts enqueue',
    'conversations/chats.ts begin',
    'opt-outs/blacklist.ts recorded',
    'opt-outs/blacklist.ts insertion',
    'webhooks/deliveries.ts eventDeliveryWrites',
    'webhooks/deliveries.ts deliveryWrites',
    'webhooks/deliveries.ts recording',
    'evidence/evidence.ts writeGap 2',
    'leads/lead-imports.ts begin',
    'account/data-exports.ts begin',
    'opt-outs/suppression-lists.ts remove',
    'opt-outs/suppression-lists.ts putInForce',
  ],
  'Ids of ledger entries grow. The condition on the account refuses an older id in the same transaction.': [
    'account/account-moves.ts writesOf',
    'account/ledger.ts post',
  ],
  'Random histories let runs that count calls meet, die and be overtaken: data/calls/call-tallies.prove.test.ts.': [
    'calls/tally-folding.ts foldTallies',
    'calls/tally-folding.ts put',
    'calls/tally-items.ts replace',
    'calls/tally-items.ts wake',
  ],
  'A condition on the owner in the same transaction refuses whatever makes this one fail.': [
    'calls/call-items.ts openingWrites 2',
    'dialling/dials.ts cancel 2',
    'evidence/evidence.ts decisionWrites 2',
    'knowledge/documents.ts remove 2',
    'knowledge/documents.ts fail 2',
    'leads/lead-closing.ts leadClosingWrites',
    'account/numbers.ts releaseNumber',
    'account/caller-ids.ts end 2',
    'account/number-orders.ts abandon',
    'account/subscriptions.ts remove',
  ],
  'Every worker writes the same item. The condition saves a write.': [
    'people/person-erasing.ts blacklist',
    'people/person-erasing.ts dialled',
  ],
}

test('lets two workers meet at every conditional write', () => {
  const missing = conditionSites().filter((site) => !met.has(site))
  expect(missing.toSorted()).toEqual(Object.values(alone).flat().toSorted())
})

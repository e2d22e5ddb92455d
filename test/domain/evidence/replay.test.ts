import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ruleFacts } from '../../../shared/domain/evidence/rule-facts.ts'
import { placeOf } from '../../../shared/domain/places/place.ts'
import { standingAt } from '../../../shared/domain/rules/legal-hours.ts'
import { type RuleSet, shippedRules } from '../../../shared/domain/rules/rule-set.ts'
import { hashOf } from '../../../shared/words/canonical.ts'

const hourMs = 60 * 60_000
const numbers = [
  '+13055550100',
  '+12025550100',
  '+14255550100',
  '+15725550100',
  '+493012345678',
  '+447700900123',
  '+33612345678',
]
const own = {
  user_id: 1,
  region: 'US-FL',
  caps: [{ calls: 1, hours: 12 }],
  keeps_closed_days: true,
  updated_at: 0,
  revision: 1,
}

test('a decision judged again from its evidence has the same result', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...numbers),
      fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2028, 0, 1) }),
      fc.array(fc.integer({ min: 1, max: 40 * hourMs }), { maxLength: 4 }),
      fc.boolean(),
      (number, at, before, hasOwn) => {
        const ruleSet: RuleSet = { rules: shippedRules, overrides: hasOwn ? [own] : [] }
        const dials = before.map((ms) => at - ms)
        const facts = ruleFacts({ mode: 'enforce', place: placeOf(number), ruleSet, dials }, at)
        const { regions = [], time_zones: zones = [], rows = [], caps = [] } = JSON.parse(JSON.stringify(facts))
        const rules = shippedRules.filter(({ id }) => rows.includes(id))
        const overrides = ruleSet.overrides.filter(({ region }) => regions.includes(region))
        const ordered = rows.map((id: string) => rules.find((rule) => rule.id === id))
        expect(facts.rows_hash).toBe(hashOf({ rows: ordered.map(hashOf), overrides }).slice(0, 16))
        const { isOpen, findings } = standingAt({ regions, zones }, { rules, overrides }, at)
        const isCapped = caps.some(({ counted, calls }: { counted: number; calls: number }) => counted >= calls)
        return facts.allowed === (isOpen && findings.length === 0 && !isCapped)
      },
    ),
    { numRuns: 2_000 },
  )
})

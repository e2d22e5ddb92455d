import { type CallingMode, readMode } from '../../domain/campaigns/calling-mode.ts'
import { type Protection, readFloor, stricterMode } from '../../domain/campaigns/protection-floor.ts'
import { type RuleOverride, type RuleSet, shippedRules } from '../../domain/rules/rule-set.ts'
import { ruleKey, type StoredKey } from '../../table/keys.ts'
import { isNew, type Table, type Write, when } from '../../table/table.ts'

export interface CallingRules {
  /** Returns the stage's mode of calling rules, at least as strict as `floor`. */
  stageMode(): CallingMode
  floor(): Protection
  ruleSet(user_id: number): Promise<RuleSet>
  find(user_id: number, region: string): Promise<RuleOverride | undefined>
  /** False on a conflict. */
  replace(before: RuleOverride | undefined, after: RuleOverride): Promise<boolean>
  remove(user_id: number, region: string): Promise<boolean>
}

interface RuleParts {
  table: Table
  settings: { get(name: string): string | undefined }
}

/** One object for all users without overrides, because results are cached per object. */
const shippedRuleSet: RuleSet = { rules: shippedRules, overrides: [] }

export const callingRules = ({ table, settings }: RuleParts): CallingRules => ({
  stageMode: () => stricterMode(readMode(settings.get('CALLING_RULES')), readFloor(settings).calling_rules),
  floor: () => readFloor(settings),

  ruleSet: async (user_id) => {
    const items = await table.query<RuleOverride & StoredKey>({ pk: ruleKey(user_id, '').pk })
    if (items.length === 0) return shippedRuleSet
    return { rules: shippedRules, overrides: items.map(({ pk: _pk, sk: _sk, ...override }) => override) }
  },

  find: (user_id, region) => table.get<RuleOverride>(ruleKey(user_id, region)),

  replace: async (before, after) => {
    const { user_id, region } = after
    const revision = (before?.revision ?? 0) + 1
    // An override that is removed and set again has revision 1 again, so the time is compared too.
    const seen = before && { revision: before.revision, updated_at: before.updated_at }
    const isUnchanged = seen ? when('#revision = :revision AND #updated_at = :updated_at', seen) : isNew
    const put: Write = { put: { ...after, revision, ...ruleKey(user_id, region) }, when: isUnchanged }
    return (await table.write([put])).done
  },

  remove: async (user_id, region) => {
    const key = ruleKey(user_id, region)
    if (!(await table.get(key))) return false
    await table.write([{ delete: key }])
    return true
  },
})

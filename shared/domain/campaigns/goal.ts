import type { Assistant } from '../assistants/assistant.ts'
import type { Campaign } from './campaign.ts'

export type WithGoal = Pick<Campaign, 'retry_on_goal_incomplete' | 'goal_completion_variable'>
export type Evaluating = Pick<Assistant, 'post_call_evaluation' | 'post_call_schema'>

/**
 * Longest time after the end of a conversation in which its evaluation may arrive. Its worker gives
 * up after ten minutes, but may itself be late. Then the goal counts as missed.
 */
export const goalMsMax = 30 * 60_000

/** Variable that must be true to complete a lead. Undefined: any conversation completes it. */
export const goalOf = ({ retry_on_goal_incomplete, goal_completion_variable }: WithGoal): string | undefined =>
  retry_on_goal_incomplete ? (goal_completion_variable ?? undefined) : undefined

/** True when evaluations of the assistant say whether the goal was reached. */
export const tellsGoal = ({ post_call_evaluation, post_call_schema }: Evaluating, goal: string): boolean =>
  post_call_evaluation && post_call_schema.some(({ name, type }) => name === goal && type === 'bool')

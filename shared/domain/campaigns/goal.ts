import type { Assistant } from '../assistants/assistant.ts'
import type { Campaign } from './campaign.ts'

export type WithGoal = Pick<Campaign, 'retry_on_goal_incomplete' | 'goal_completion_variable'>
export type Evaluating = Pick<Assistant, 'post_call_evaluation' | 'post_call_schema'>

/** Milliseconds to wait for an evaluation; then the goal counts as missed. */
export const goalMsMax = 30 * 60_000

export const goalOf = ({ retry_on_goal_incomplete, goal_completion_variable }: WithGoal): string | undefined =>
  retry_on_goal_incomplete ? (goal_completion_variable ?? undefined) : undefined

export const tellsGoal = ({ post_call_evaluation, post_call_schema }: Evaluating, goal: string): boolean =>
  post_call_evaluation && post_call_schema.some(({ name, type }) => name === goal && type === 'bool')

export const stageNames = ['dev', 'prod'] as const

/** `dev` may be thrown away, data and all; `prod` defends itself against that. */
export type StageName = (typeof stageNames)[number]

/** `dev` unless something else is asked for; undefined when there is no such stage. */
export const readStage = (asked: unknown = 'dev'): StageName | undefined => stageNames.find((name) => name === asked)

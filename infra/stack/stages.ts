export const stageNames = ['dev', 'prod'] as const

/** A `dev` stage can be destroyed with its data; `prod` is protected. */
export type StageName = (typeof stageNames)[number]

/** Reads a stage's name, `dev` by default; undefined if it is unknown. */
export const readStage = (asked: unknown = 'dev'): StageName | undefined => stageNames.find((name) => name === asked)

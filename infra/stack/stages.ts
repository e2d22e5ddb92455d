export const stageNames = ['dev', 'prod'] as const

/** A `dev` stage can be destroyed with its data; `prod` is protected. */
export type StageName = (typeof stageNames)[number]

export const readStage = (asked: unknown = 'dev'): StageName | undefined => stageNames.find((name) => name === asked)

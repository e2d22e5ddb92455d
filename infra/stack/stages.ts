export const stageNames = ['dev', 'prod'] as const

/** `dev` may be destroyed with its data; `prod` is protected. */
export type StageName = (typeof stageNames)[number]

/** `dev` by default; undefined for an unknown stage. */
export const readStage = (asked: unknown = 'dev'): StageName | undefined => stageNames.find((name) => name === asked)

export const isCurrent: boolean
export const tooOld: string

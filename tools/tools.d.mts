export const toolsFolder: string
export const fetchTools: () => void
export const programOf: (name: string) => string

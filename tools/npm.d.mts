export const npmCommand: (...args: string[]) => { file: string; args: string[]; shell: boolean }

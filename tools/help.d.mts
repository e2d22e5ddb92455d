export const help: Record<string, string>

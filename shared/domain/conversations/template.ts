/**
 * Puts variables in the place of `{{name}}` (blanks inside the braces do not matter). One pass: what a variable holds is never
 * read as a template again, so the value of one variable cannot reach another. A name without a value leaves nothing
 * behind, because braces would be read out loud.
 */
export const fill = (template: string, variables: Record<string, unknown>): string =>
  template.replace(placeholder, (_whole, name: string) => spoken(Object.hasOwn(variables, name) ? variables[name] : ''))

const placeholder = /\{\{\s*([^{}\s](?:[^{}]*[^{}\s])?)\s*\}\}/g

const spoken = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** `make-call`, `placeCallQueue` → `MakeCall`, `PlaceCallQueue`. */
export const pascalCase = (name: string): string =>
  name.replace(/(?:^|-)(\w)/g, (_match, first: string) => first.toUpperCase())

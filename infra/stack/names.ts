/** `make-call`, `placeCallQueue` → `MakeCall`, `PlaceCallQueue`. */
export const pascalCase = (name: string): string =>
  name.replace(/(?:^|-)(\w)/g, (_match, first: string) => first.toUpperCase())

/** The logical id of an area's nested stack: `calls` → `CallsArea`. */
export const areaPlace = (area: string): string => `${pascalCase(area)}Area`

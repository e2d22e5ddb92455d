export const pascalCase = (name: string): string =>
  name.replace(/(?:^|-)(\w)/g, (_match, first: string) => first.toUpperCase())

export const areaPlace = (area: string): string => `${pascalCase(area)}Area`

import { parseSync } from 'rolldown/utils'

const typeNodes = new Set(['ClassDeclaration', 'TSEnumDeclaration', 'TSInterfaceDeclaration', 'TSTypeAliasDeclaration'])

/** Finds exported types, interfaces and classes. Skips those that the file only re-exports. */
export const typeNamesOf = (file: string, source: string): string[] => {
  if (!/^export (?:default |abstract |declare )*(?:class|enum|interface|type) \w/m.test(source)) return []
  return parseSync(file, source).program.body.flatMap((node) => {
    if (node.type !== 'ExportNamedDeclaration' && node.type !== 'ExportDefaultDeclaration') return []
    const { declaration } = node
    const isType = declaration && typeNodes.has(declaration.type) && 'id' in declaration
    const id = isType ? declaration.id : undefined
    return id && 'name' in id && typeof id.name === 'string' ? [id.name] : []
  })
}

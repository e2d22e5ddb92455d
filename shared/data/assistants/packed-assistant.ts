import { jsonMembers, storedDefaults } from '../../domain/assistants/stored-assistant.ts'

const defaults = Object.entries(storedDefaults)

export const packed = <A extends object>(assistant: A): A => {
  const texts = jsonMembers.map((name) => [name, JSON.stringify(Reflect.get(assistant, name))])
  return { ...assistant, ...Object.fromEntries(texts) }
}

/** Modifies `stored`, because copies would be the main cost of listing assistants. */
export const unpacked = <A extends object>(stored: A, only?: readonly string[]): A => {
  const lacks = defaults.filter(([name]) => !(name in stored) && (!only || only.includes(name)))
  const parsed = jsonMembers.flatMap((name) =>
    name in stored ? [[name, JSON.parse(String(Reflect.get(stored, name)))]] : [],
  )
  return Object.assign(stored, Object.fromEntries([...lacks, ...parsed]))
}

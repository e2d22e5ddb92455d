import { jsonMembers, storedDefaults } from '../../domain/assistants/stored-assistant.ts'

const defaults = Object.entries(storedDefaults)

/** As it is stored: members of any shape as JSON text. */
export const packed = <A extends object>(assistant: A): A => {
  const texts = jsonMembers.map((name) => [name, JSON.stringify(Reflect.get(assistant, name))])
  return { ...assistant, ...Object.fromEntries(texts) }
}

/**
 * An assistant that was stored before a setting existed has its default. The item itself becomes
 * the assistant: a copy of sixty members costs a list more than everything else.
 */
export const unpacked = <A extends object>(stored: A, only?: readonly string[]): A => {
  const lacks = defaults.filter(([name]) => !(name in stored) && (!only || only.includes(name)))
  const parsed = jsonMembers.flatMap((name) =>
    name in stored ? [[name, JSON.parse(String(Reflect.get(stored, name)))]] : [],
  )
  return Object.assign(stored, Object.fromEntries([...lacks, ...parsed]))
}

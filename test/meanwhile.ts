import type { Opener } from '../infra/local/stack.ts'
import * as registry from '../shared/runtime/registry.ts'
import { withFaults } from './faults.ts'

const besideMs = 5

/** Runs an action once, right before an operation's next write, after its reads. */
export const openMeanwhile = (...operations: string[]) => {
  let act: (() => Promise<unknown>) | undefined
  const open: Opener = (entry, parts) => {
    if (!operations.includes(entry.operation.id)) return entry.open(parts, registry)
    const step = async <T>(name: string, perform: () => Promise<T>): Promise<T> => {
      const happen = act
      if (happen && name.startsWith('write')) {
        act = undefined
        await new Promise((resolve) => setTimeout(resolve, besideMs))
        await happen()
      }
      return perform()
    }
    return entry.open(withFaults(parts, step), registry)
  }
  const meanwhile = (happen: () => Promise<unknown>) => {
    act = happen
  }
  return { open, meanwhile }
}

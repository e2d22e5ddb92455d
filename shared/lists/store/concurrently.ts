/** Concurrent actions: few, to leave table capacity to requests. */
const atOnceMax = 8

export const forEachConcurrently = async <T>(
  things: readonly T[],
  act: (thing: T) => Promise<unknown>,
): Promise<void> => {
  const waiting = things.values()
  const worker = async () => {
    for (const thing of waiting) await act(thing)
  }
  await Promise.all(Array.from({ length: Math.min(atOnceMax, things.length) }, worker))
}

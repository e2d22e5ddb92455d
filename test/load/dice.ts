import type { Random } from '../../shared/words/clock.ts'
import { seededRandom } from '../world.ts'

/** Range in milliseconds. One request in a hundred takes five times as long. */
export type LoadSpan = readonly [least: number, most: number]

const slowOf = 100
const slower = 5

export const openDice = (seed: string) => {
  let state = Math.floor(seededRandom(seed).number() * 2 ** 32)
  // Draws a number with Mulberry32, which is fast, because a load test needs millions of numbers.
  const number = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const random: Random = {
    number,
    bytes: (length) => Uint8Array.from({ length }, () => Math.floor(number() * 256)),
  }
  return {
    ...random,
    within: ([least, most]: LoadSpan) => (least + (most - least) * number()) * (number() * slowOf < 1 ? slower : 1),
    lasting: (mean: number) => -mean * Math.log(1 - number()),
    oneOf: <T>(things: readonly [T, ...T[]]): T => things[Math.floor(number() * things.length)] ?? things[0],
  }
}

export type Dice = ReturnType<typeof openDice>

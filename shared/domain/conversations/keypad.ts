import { type BuiltIn, keySecondsUsual } from '../tools/built-in-tools.ts'
import { hear, isSeen, keyPressed, keysCollected, withFrame } from './exchange.ts'
import { type Change, isOver, type Talk } from './talk.ts'

const digitsMax = 64

interface Pressed {
  key: string
  frame: string
  at: number
}

/**
 * Collects one key. The stop key, or the key that reaches `digitsMax`, sends all keys to the model.
 */
export const collectKey = (
  talk: Talk,
  { key, frame, at }: Pressed,
  { timeout = keySecondsUsual, stop_key }: Omit<Extract<BuiltIn, { type: 'collect_keypad' }>, 'type'>,
  now: number,
): Change | undefined => {
  if (isOver(talk) || isSeen(talk, frame)) return undefined
  const { keypad, ...rest } = talk
  const digits = keypad?.digits ?? ''
  if (key === stop_key) return hear(rest, { text: digits ? keysCollected(digits) : keyPressed(key), frame, at }, now)
  const more = digits + key
  if (more.length >= digitsMax) return hear(rest, { text: keysCollected(more), frame, at }, now)
  const pressed = { digits: more, at, due_at: now + timeout * 1000 }
  return {
    talk: { ...talk, keypad: pressed, frames: withFrame(talk, frame), quiet_since: Math.max(talk.quiet_since, now) },
    settled: [],
  }
}

export const tellKeys = (talk: Talk, now: number): Change | undefined => {
  const { keypad, ...rest } = talk
  if (!keypad || now < keypad.due_at) return undefined
  return hear(rest, { text: keysCollected(keypad.digits), frame: `keypad ${keypad.due_at}`, at: keypad.at }, now)
}

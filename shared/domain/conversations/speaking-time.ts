import type { Assistant } from '../assistants/assistant.ts'
import { hasSpeed, voiceById } from '../reference/voices.ts'

/**
 * Estimates how long the text is spoken, because a report from the carrier would cost a socket
 * message. `speed`: 0.7–1.2.
 */
export const spokenMs = (text: string, speed = 1): number => {
  let ms = 0
  for (const character of text) ms += msOf(character)
  return Math.round(ms / speed)
}

const msOf = (character: string): number =>
  character < firstSlow
    ? msPerCharacter
    : (slowScripts.find(([script]) => script.test(character))?.[1] ?? msPerCharacter)

/** Milliseconds per letter: about 15 letters a second. */
const msPerCharacter = 60
const firstSlow = '\u0590'

/**
 * Milliseconds per character at the speed of a newsreader. These scripts need fewer characters;
 * Thai, Hebrew and Arabic omit blanks or vowels.
 */
const slowScripts: readonly (readonly [RegExp, number])[] = [
  [/\p{Script=Han}/u, 250],
  [/[\p{Script=Hiragana}\p{Script=Katakana}\u30fc]/u, 130],
  [/\p{Script=Hangul}/u, 180],
  [/[\p{Script=Thai}\p{Script=Hebrew}\p{Script=Arabic}]/u, 80],
]

export const speechSpeedOf = ({ voice_id, speech_speed }: Assistant): number => {
  const voice = voiceById(voice_id)
  return !voice || hasSpeed(voice) ? speech_speed : 1
}

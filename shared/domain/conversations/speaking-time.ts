import type { Assistant } from '../assistants/assistant.ts'
import { hasSpeed, voiceById } from '../reference/voices.ts'

/**
 * A spoken text takes about this long at a speed of 1, or another (0.7–1.2); the carrier does not
 * say when it is through without costing a frame for it.
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

/** A letter of an alphabet, at some 15 a second. */
const msPerCharacter = 60
const firstSlow = '\u0590'

/**
 * Scripts whose characters say more, at the pace of the news: four syllables a second in Chinese,
 * where a character is one, eight kana in Japanese, five and a half syllables in Korean; Thai,
 * Hebrew and Arabic leave blanks or vowels out.
 */
const slowScripts: readonly (readonly [RegExp, number])[] = [
  [/\p{Script=Han}/u, 250],
  [/[\p{Script=Hiragana}\p{Script=Katakana}\u30fc]/u, 130],
  [/\p{Script=Hangul}/u, 180],
  [/[\p{Script=Thai}\p{Script=Hebrew}\p{Script=Arabic}]/u, 80],
]

/** Speed of an assistant's speech; its setting applies to voices that support one. */
export const speechSpeedOf = ({ voice_id, speech_speed }: Assistant): number => {
  const voice = voiceById(voice_id)
  return !voice || hasSpeed(voice) ? speech_speed : 1
}

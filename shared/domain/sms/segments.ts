/**
 * Characters of GSM-7 (3GPP TS 23.038). A text with other characters is sent in UCS-2. Sizes are
 * septets and UTF-16 units.
 */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Characters that take two septets each. */
const extended = new Set('\f^{}\\[~]|€')

const gsm = { alone: 160, part: 153 }
const ucs2 = { alone: 70, part: 67 }

/**
 * Counts the parts of a text, each of which is billed. No part ends inside an escape or surrogate
 * pair.
 */
export const countSegments = (text: string): number => {
  const characters = [...text]
  const isGsm = characters.every((character) => basic.has(character) || extended.has(character))
  const room = isGsm ? gsm : ucs2
  const widthOf = (character: string) => (isGsm ? (extended.has(character) ? 2 : 1) : character.length)

  let parts = 1
  let total = 0
  let used = 0
  for (const character of characters) {
    const width = widthOf(character)
    total += width
    if (used + width > room.part) {
      parts++
      used = 0
    }
    used += width
  }
  return total <= room.alone ? 1 : parts
}

/**
 * The GSM-7 alphabet (3GPP TS 23.038). A text with only these characters is sent in it, any other
 * in UCS-2. One part has room for 160 septets or 70 UTF-16 units; in several parts each has a
 * header that takes some of it.
 */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Each takes two septets: an escape and itself. */
const extended = new Set('\f^{}\\[~]|€')

const gsm = { alone: 160, part: 153 }
const ucs2 = { alone: 70, part: 67 }

/**
 * Number of parts into which the carrier cuts a text; each is billed. None ends inside an escape or
 * surrogate pair.
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

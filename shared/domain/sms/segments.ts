/**
 * How a text travels: in the GSM-7 alphabet (3GPP TS 23.038) when every character is in it, else in
 * UCS-2. Alone it has room for 160 septets or 70 UTF-16 units; in each part of several a header
 * takes some of it.
 */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Each takes two septets: an escape and itself. */
const extended = new Set('\f^{}\\[~]|€')

const gsm = { alone: 160, part: 153 }
const ucs2 = { alone: 70, part: 67 }

/**
 * How many parts the carrier cuts a text into; every one is billed. None ends inside an escape or
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

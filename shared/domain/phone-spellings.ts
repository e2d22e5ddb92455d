/**
 * Numbers that reach one phone and are written in two ways: Argentine mobiles with and without the 9 after the country, Brazilian
 * ones with and without the ninth digit. Carriers and messengers hand over either.
 */
const pairs = [
  { long: /^\+549([1-3]\d{9})$/, short: /^\+54([1-3]\d{9})$/, lengthen: '+549$1', shorten: '+54$1' },
  { long: /^\+55(\d\d)9([6-9]\d{7})$/, short: /^\+55(\d\d)([6-9]\d{7})$/, lengthen: '+55$19$2', shorten: '+55$1$2' },
]

/** Every E.164 spelling of the phone that this number reaches, the given one first. */
export const spellingsOf = (number: string): string[] => {
  for (const { long, short, lengthen, shorten } of pairs) {
    if (long.test(number)) return [number, number.replace(long, shorten)]
    if (short.test(number)) return [number, number.replace(short, lengthen)]
  }
  return [number]
}

/**
 * A number as the carrier reports it, in E.164; undefined for a sender that has none (a name, a short code). Lists of valid numbers
 * are not asked: they lag behind, and the phone exists, for it has just sent a message.
 */
export const reportedNumber = (from: string): string | undefined => (/^\+[1-9]\d{6,14}$/.test(from) ? from : undefined)

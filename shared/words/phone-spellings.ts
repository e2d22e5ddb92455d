/** Two prefixes with which the same phone is reached. `between`: the prefixes as strings. */
interface Pair {
  one: RegExp
  other: RegExp
  between: { one: string; other: string }
  codes: readonly string[]
  /** True when the spelling `one` is no longer in use. */
  isReplaced: boolean
}

const pairOf = (between: Pair['between'], digits: string, isReplaced: boolean, head = ''): Pair => {
  const matching = (text: string) => new RegExp(`^(${head})${text.replace('+', '\\+')}(${digits})$`)
  const { one, other } = between
  const codes = [...new Set([one, other].map((text) => codeAt(head.replace('\\', '') + text)))]
  return { one: matching(one), other: matching(other), between, codes, isReplaced }
}

/** Two-digit country codes in `pairs`. Other numbers are looked up by their first three digits. */
const shortCodes = ['+39', '+52', '+54', '+55', '+57', '+84']
const codeAt = (number: string): string =>
  shortCodes.includes(number.slice(0, 3)) ? number.slice(0, 3) : number.slice(0, 4)

const replaced = (old: string, now: string, digits: string, head?: string): Pair =>
  pairOf({ one: old, other: now }, digits, true, head)

const both = (one: string, other: string, digits: string, head?: string): Pair =>
  pairOf({ one, other }, digits, false, head)

/**
 * Old and new mobile prefixes before seven digits (Ministry of Information and Communications,
 * 2018).
 */
const vietnamese = {
  ...{ 120: 70, 121: 79, 122: 77, 126: 76, 128: 78, 123: 83, 124: 84, 125: 85, 127: 81, 129: 82 },
  ...{ 162: 32, 163: 33, 164: 34, 165: 35, 166: 36, 167: 37, 168: 38, 169: 39, 186: 56, 188: 58, 199: 59 },
}

const pairs: readonly Pair[] = [
  // Mexico: mobiles lost the 1 on 3 August 2019 (IFT, national numbering plan).
  replaced('+521', '+52', '[2-9]\\d{9}'),
  // Argentina: mobiles have a 9 for calls from abroad; texts and lists often lack it (ENACOM).
  both('+54', '+549', '[1-3]\\d{9}'),
  // Brazil: mobiles got a ninth digit, 2012–2016 (Anatel 553); trunked radio kept eight digits.
  replaced('', '9', '[689]\\d{7}', '\\+55[1-9]{2}'),
  both('', '9', '7\\d{7}', '\\+55[1-9]{2}'),
  // Colombia: landlines start with 60 since 1 September 2021 (CRC, resolution 5826).
  replaced('+57', '+5760', '[124-8][2-9]\\d{6}'),
  // Vietnam: mobiles went from eleven digits to ten on 15 September 2018.
  ...Object.entries(vietnamese).map(([old, now]) => replaced(`+84${old}`, `+84${now}`, '\\d{7}')),
  // Côte d'Ivoire: from eight digits to ten on 31 January 2021, by operator (ARTCI).
  replaced('+225', '+22501', '[04-9][0-3]\\d{6}'),
  replaced('+225', '+22505', '[04-9][4-6]\\d{6}'),
  replaced('+225', '+22507', '[04-9][7-9]\\d{6}'),
  replaced('+225', '+22521', '[23]\\d8\\d{5}'),
  replaced('+225', '+22525', '[23]\\d0\\d{5}'),
  replaced('+225', '+22527', '[23]\\d[1-79]\\d{5}'),
  // Benin: from eight digits to ten on 30 November 2024 (ARCEP Bénin).
  replaced('+229', '+22901', '[24569]\\d{7}'),
  // Mauritius: mobiles start with 5 since 1 September 2013 (ICTA).
  replaced('+230', '+2305', '(?:25|[79]\\d)\\d{5}'),
  // Nigeria: landlines start with 20 since 1 January 2024 (NCC).
  replaced('+234', '+23420', '[1-9]\\d{7}'),
  // Cameroon: from eight digits to nine on 21 November 2014 (ART).
  replaced('+237', '+2376', '[679]\\d{7}'),
  replaced('+237', '+2372', '(?:22|33)\\d{6}'),
  // Gabon: from eight digits to nine since 2019; old numbers ended on 6 April 2024 (ARCEP).
  ...['+2410', '+241'].flatMap((old) => [
    replaced(old, '+2411', '1\\d{6}'),
    replaced(old, '+2416', '[256]\\d{6}'),
    replaced(old, '+2417', '[47]\\d{6}'),
  ]),
  // Kosovo: +383 replaced the codes of Monaco, Slovenia and Serbia (ITU, 15 December 2016).
  both('+377', '+383', '4[45]\\d{6}'),
  both('+386', '+383', '43\\d{6}'),
  replaced('+386', '+383', '49\\d{6}'),
  both('+381', '+383', '(?:28|29|38|39)\\d{6}'),
  // Palestine: +970 and +972 reach the same phones (Paltel, Jawwal and Ooredoo).
  both('+972', '+970', '5[69]\\d{7}'),
  both('+972', '+970', '[2489]2\\d{6}'),
  // San Marino: landlines are reached by +378 and by Italy's +39. Before 1998 they lacked 0549
  // (ITU).
  both('+39', '+378', '0549\\d{6}'),
  replaced('+378', '+3780549', '[89]\\d{5}'),
]

const byCode = Map.groupBy(
  pairs.flatMap((pair) => pair.codes.map((code) => ({ code, pair }))),
  ({ code }) => code,
)

const pairsOf = (number: string): Pair[] => (byCode.get(codeAt(number)) ?? []).map(({ pair }) => pair)

const rewritten = (number: string, from: RegExp, between: string): string | undefined => {
  const [match, head = '', digits = ''] = from.exec(number) ?? []
  return match === undefined ? undefined : head + between + digits
}

const nextTo = (number: string): string[] =>
  pairsOf(number).flatMap(({ one, other, between }) =>
    [rewritten(number, one, between.other) ?? [], rewritten(number, other, between.one) ?? []].flat(),
  )

/** The given spelling is first. */
export const spellingsOf = (number: string): string[] => {
  const found = [number]
  for (const spelling of found) for (const next of nextTo(spelling)) if (!found.includes(next)) found.push(next)
  return found
}

/**
 * Returns one key for all spellings of a number. The key may be a spelling that is no longer in
 * use.
 */
export const commonSpelling = (number: string): string => spellingsOf(number).toSorted()[0] ?? number

export const currentSpelling = (number: string): string => {
  for (const { isReplaced, one, between } of pairsOf(number)) {
    const current = isReplaced ? rewritten(number, one, between.other) : undefined
    if (current !== undefined) return current
  }
  return number
}

/**
 * Numbers that carriers send for hidden callers: on a keypad, they spell ANONYMOUS, RESTRICTED,
 * BLOCKED, UNKNOWN.
 */
const withheld = ['+266696687', '+7378742833', '+2562533', '+8656696', '+86282452253']

/**
 * Returns the number that a carrier reported; undefined for names, short codes and withheld
 * numbers. Does not check validity, because lists of valid numbers are often outdated.
 */
export const reportedNumber = (from: string): string | undefined =>
  /^\+[1-9]\d{6,14}$/.test(from) && !withheld.includes(from) ? currentSpelling(from) : undefined

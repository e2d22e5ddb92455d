/** Digits, blanks and `+ - . / ( )`, or the reason of a refusal. */
export type PlainPhoneText = { plain: string } | { refused: 'text' | 'extension' | 'several' }

const lengthMax = 200

const extensionWords = 'ext(?:n|ension)?|x|int|anexo|ramal|poste|durchwahl|доб|[#,;*]'
const extension = new RegExp(`\\d[ (),]{0,3}(?:${extensionWords})[ .:=a-z]{0,6}\\d{1,8}\\)?$`, 'iu')

/** Normalises text of address books, pages and spreadsheets. */
export const plainPhoneText = (input: string): PlainPhoneText => {
  if (/^\+[1-9]\d{6,14}$/.test(input)) return { plain: input }
  if (input.length > lengthMax || input.includes(reversing)) return { refused: 'text' }
  const visible = input.replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '')
  const text = withoutTelUri(withoutQuotes(withPlainCharacters(visible).trim()))
  if (text === undefined) return { refused: 'text' }
  if (extension.test(text)) return { refused: 'extension' }
  if (!/^[\d +\-./()]+$/.test(text) || !/\d/.test(text) || /^\+\d+\.0$/.test(text)) return { refused: 'text' }
  const afterPlus = text.replace(/^\(? ?\+/, '')
  if (!afterPlus.includes('+')) return { plain: text }
  return { refused: /\d[^+\d]*\+/.test(text) ? 'several' : 'text' }
}

/** Character that shows the following text in reverse. */
const reversing = '\u202e'

/** Replaces unusual characters. Line breaks and tabs separate numbers, so they stay. */
const withPlainCharacters = (text: string): string =>
  text
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/\p{Nd}/gu, (digit) => String(digitOf(digit)))
    .replace(/\ufe62/g, '+')
    .replace(/[\p{Pd}\u2212\u2043\u30fc]/gu, '-')
    .replace(/[\u00b7\u2024]/g, '.')
    .replace(/[\u2044\u2215]/g, '/')
    .replace(/\p{Zs}+/gu, ' ')
    .replace(/\[/g, '(')
    .replace(/\]/g, ')')

const digitOf = (digit: string): number => {
  const point = digit.codePointAt(0) ?? 0
  let before = 0
  while (/^\p{Nd}$/u.test(String.fromCodePoint(point - before - 1))) before += 1
  return before % 10
}

/** Removes what spreadsheets add: `'+44 …`, `="+44 …"` or `442079460018.0`. */
const withoutQuotes = (text: string): string =>
  (/^="(.*)"$/s.exec(text)?.[1] ?? text.replace(/^'/, '')).replace(/^(\d+)\.0$/, '$1').trim()

/** Removes `tel:` (RFC 3966). Keeps parameters, because they are extensions or contexts. */
const withoutTelUri = (text: string): string | undefined => {
  if (!/^tel:/i.test(text)) return text
  try {
    return decodeURIComponent(text.slice('tel:'.length)).trim()
  } catch {
    return undefined
  }
}

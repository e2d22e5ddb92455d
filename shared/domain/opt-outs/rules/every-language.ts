import { chinese, japanese, korean, thai } from './east-asian.ts'
import { english } from './english.ts'
import { german } from './german.ts'
import { bengali, gujarati, hindi, kannada, malayalam, marathi, tamil, telugu } from './indic.ts'
import { danish, dutch, norwegian, swedish } from './nordic.ts'
import {
  arabic,
  finnish,
  greek,
  hebrew,
  hungarian,
  indonesian,
  latvian,
  lithuanian,
  tagalog,
  turkish,
  vietnamese,
} from './others.ts'
import { catalan, french, italian, portuguese, romanian, spanish } from './romance.ts'
import type { Rules } from './rules.ts'
import { bulgarian, croatian, czech, polish, russian, slovak, ukrainian } from './slavic.ts'

/** By ISO 639-1 code. */
export const rulesByLanguage: Readonly<Record<string, Rules>> = {
  en: english,
  ar: arabic,
  bn: bengali,
  bg: bulgarian,
  ca: catalan,
  zh: chinese,
  hr: croatian,
  cs: czech,
  da: danish,
  nl: dutch,
  tl: tagalog,
  fi: finnish,
  fr: french,
  de: german,
  el: greek,
  gu: gujarati,
  he: hebrew,
  hi: hindi,
  hu: hungarian,
  id: indonesian,
  it: italian,
  ja: japanese,
  kn: kannada,
  ko: korean,
  lv: latvian,
  lt: lithuanian,
  ms: indonesian,
  ml: malayalam,
  mr: marathi,
  no: norwegian,
  pl: polish,
  pt: portuguese,
  ro: romanian,
  ru: russian,
  sk: slovak,
  es: spanish,
  sv: swedish,
  ta: tamil,
  te: telugu,
  th: thai,
  tr: turkish,
  uk: ukrainian,
  vi: vietnamese,
}

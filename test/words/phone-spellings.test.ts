import { expect, test } from 'vitest'
import { readPhone } from '../../shared/words/phone.ts'
import { commonSpelling, currentSpelling, reportedNumber, spellingsOf } from '../../shared/words/phone-spellings.ts'

/** Current and former spellings of numbers in countries that changed their numbers. */
const renumbered: [string, string, string, string?][] = [
  ['a Mexican mobile', '+525541637145', '+5215541637145'],
  ['a Brazilian mobile', '+5511987654321', '+551187654321'],
  ['a Colombian landline', '+576012281260', '+5712281260'],
  ['a Vietnamese mobile of Viettel', '+84391234567', '+841691234567'],
  ['a Vietnamese mobile of Gmobile', '+84591234567', '+841991234567'],
  ['an Ivorian mobile of Orange', '+2250708123456', '+22508123456'],
  ['an Ivorian mobile of MTN', '+2250545123456', '+22545123456'],
  ['an Ivorian mobile of Moov', '+2250171123456', '+22571123456'],
  ['an Ivorian landline of Orange', '+2252720301234', '+22520301234'],
  ['an Ivorian landline of MTN', '+2252520001234', '+22520001234'],
  ['an Ivorian landline of Moov', '+2252120801234', '+22520801234'],
  ['a Beninese mobile', '+2290197123456', '+22997123456'],
  ['a Beninese landline', '+2290121301234', '+22921301234'],
  ['a Mauritian mobile', '+23057512345', '+2307512345'],
  ['a Nigerian landline', '+2342014630643', '+23414630643'],
  ['a Cameroonian mobile', '+237699123456', '+23799123456'],
  ['a Cameroonian landline', '+237222123456', '+23722123456'],
  ['a Gabonese mobile of Airtel', '+24177280150', '+24107280150', '+2417280150'],
  ['a Gabonese mobile of Moov', '+24166111111', '+24106111111', '+2416111111'],
  ['a Gabonese landline', '+24111441234', '+24101441234', '+2411441234'],
  ['a Kosovan mobile of Slovenia', '+38349123456', '+38649123456'],
  ['a landline of San Marino', '+3780549886377', '+378886377', '+390549886377'],
]

/** Numbers with two spellings that are both still valid. */
const parallel: [string, string, string][] = [
  ['an Argentine mobile', '+5491123456789', '+541123456789'],
  ['an Argentine mobile outside of the capital', '+5493514123456', '+543514123456'],
  ['a Kosovan mobile once of Monaco', '+38344123456', '+37744123456'],
  ['a Kosovan mobile once of Slovenia', '+38343123456', '+38643123456'],
  ['a Kosovan landline', '+38338500123', '+38138500123'],
  ['a Palestinian mobile', '+970599123456', '+972599123456'],
  ['a Palestinian landline', '+97022234567', '+97222234567'],
]

test.each([...renumbered, ...parallel])('each spelling of %s leads to all others', (_, ...given) => {
  const spellings = given.filter((one) => one !== undefined)
  for (const spelling of spellings) {
    expect(spellingsOf(spelling)[0]).toBe(spelling)
    expect(spellingsOf(spelling).toSorted()).toEqual(spellings.toSorted())
    expect(commonSpelling(spelling)).toBe(commonSpelling(given[0]))
  }
})

test.each(renumbered)('reads and reports %s in its current spelling', (_, current, former) => {
  expect(currentSpelling(former)).toBe(current)
  expect(reportedNumber(former)).toBe(current)
  expect(readPhone(former)?.number).toBe(current)
  expect(readPhone(current)?.number).toBe(current)
})

test.each(parallel)('keeps either spelling of %s', (_, ...spellings) => {
  for (const spelling of spellings) {
    expect(currentSpelling(spelling)).toBe(spelling)
    expect(readPhone(spelling)?.number).toBe(spelling)
  }
})

test.each([
  ['a Brazilian landline', '+551133334444'],
  ['a number of the US', '+12025550100'],
  ['a German mobile', '+4915112345678'],
  ['an Argentine number that is too short', '+54911234567'],
  ['a Mauritian landline', '+2302012345'],
  ['an Ivorian mobile that was never shorter', '+2250701123456'],
  ['a Vietnamese mobile that was never longer', '+84901234567'],
  ['an Israeli mobile', '+972501234567'],
  ['a mobile of Monaco', '+37761234567'],
])('%s has one', (_what, number) => {
  expect(spellingsOf(number)).toEqual([number])
})

test.each([
  ['+12025550100', '+12025550100'],
  ['+541123456789', '+541123456789'],
  ['+266696687', undefined],
  ['+7378742833', undefined],
  ['anonymous', undefined],
  ['a name', undefined],
  ['72727', undefined],
  ['+72727', undefined],
  ['', undefined],
])('a message from %j is from %s', (from, number) => {
  expect(reportedNumber(from)).toBe(number)
})

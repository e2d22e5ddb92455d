import { describe, expect, test } from 'vitest'
import { speechSpeedOf, spokenMs } from '../../../shared/domain/conversations/speaking-time.ts'
import { anAssistant } from '../assistants/assistants.ts'

test('a spoken sentence takes seconds', () => {
  expect(spokenMs('Hello, this is Anna.')).toBe(1200)
})

test('a slow voice takes longer, a fast one less', () => {
  expect(spokenMs('Hello, this is Anna.', 0.75)).toBe(1600)
  expect(spokenMs('Hello, this is Anna.', 1.2)).toBe(1000)
})

describe.each([
  ['English', 'Thank you for calling, have a nice day. Goodbye!', 2.5, 4],
  ['German', 'Vielen Dank für Ihren Anruf, einen schönen Tag noch. Auf Wiederhören!', 3.5, 5],
  ['Chinese', '感谢您的来电，祝您生活愉快，再见！', 3.2, 5],
  ['Japanese', 'お電話ありがとうございました。それでは失礼いたします。', 3.2, 5],
  ['Korean', '전화해 주셔서 감사합니다. 좋은 하루 보내세요. 안녕히 계세요.', 3.5, 6],
  ['Thai', 'ขอบคุณที่โทรมา ขอให้เป็นวันที่ดี สวัสดีค่ะ', 2.8, 5],
])('a goodbye in %s', (_, text, secondsMin, secondsMax) => {
  test('is given the time that a voice needs', () => {
    expect(spokenMs(text) / 1000).toBeGreaterThan(secondsMin)
    expect(spokenMs(text) / 1000).toBeLessThan(secondsMax)
  })
})

test('only voices that have a speed go by it', () => {
  expect(speechSpeedOf(anAssistant({ speech_speed: 1.2 }))).toBe(1.2)
  expect(speechSpeedOf(anAssistant({ speech_speed: 1.2, voice_id: 101 }))).toBe(1)
  expect(speechSpeedOf(anAssistant({ speech_speed: 1.2, voice_id: 201 }))).toBe(1)
})

import { sentences } from '../../words/fields.ts'
import { finding } from '../../words/form.ts'
import { phoneSentence, readReachablePhone } from '../../words/phone.ts'
import type { FieldErrors } from '../../words/problem.ts'
import { isExpired, type OwnedNumber } from '../account/number.ts'
import type { BuiltIn } from './built-in-tools.ts'

interface Around {
  numbers: readonly OwnedNumber[]
  now: number
}

export const namesNumbers = (tools: readonly BuiltIn[] = []): boolean =>
  tools.some(({ type }) => type === 'warm_call_transfer')

export const transferErrors = (tools: readonly BuiltIn[] = [], around: Around): FieldErrors =>
  Object.assign({}, ...tools.map((tool, index) => errorsOf(tool, `tools.${index}`, around)))

const errorsOf = (tool: BuiltIn, path: string, around: Around): FieldErrors => {
  if (tool.type === 'call_transfer')
    return {
      ...numberMisfit(`${path}.phone_number`, tool.phone_number),
      ...Object.assign(
        {},
        ...(tool.custom_numbers ?? []).map((number, at) => numberMisfit(`${path}.custom_numbers.${at}`, number)),
      ),
      ...hoursMisfit(tool, path),
    }
  if (tool.type !== 'warm_call_transfer') return {}
  return {
    ...(tool.custom_sip ? finding(`${path}.custom_sip`, noSip) : {}),
    ...numberMisfit(`${path}.supervisor_phone`, tool.supervisor_phone),
    ...holdMisfit(tool, path),
    ...callerMisfit(tool, path, around),
  }
}

const noSip = 'SIP addresses are not supported.'

const numberMisfit = (path: string, number: string): FieldErrors => {
  if (/^sips?:/i.test(number.trim()) || number.includes('@')) return finding(path, noSip)
  return readReachablePhone(number) ? {} : finding(path, phoneSentence(number))
}

/** Reports a start without an end, and hours or days without a time zone. */
const hoursMisfit = (tool: Extract<BuiltIn, { type: 'call_transfer' }>, path: string): FieldErrors => {
  const { allowed_hours_start_time: start, allowed_hours_end_time: end, allowed_days, timezone } = tool
  const isOneSided = (start === undefined) !== (end === undefined)
  if (isOneSided)
    return finding(
      `${path}.${start === undefined ? 'allowed_hours_start_time' : 'allowed_hours_end_time'}`,
      sentences.required,
    )
  return (start !== undefined || allowed_days) && timezone === undefined
    ? finding(`${path}.timezone`, sentences.required)
    : {}
}

const holdMisfit = (tool: Extract<BuiltIn, { type: 'warm_call_transfer' }>, path: string): FieldErrors => ({
  ...(tool.hold_music === 'hold_music'
    ? finding(`${path}.hold_music`, 'Hold music is not supported: the customer hears it ring. Send none.')
    : {}),
  ...(tool.hold_music_volume === undefined
    ? {}
    : finding(`${path}.hold_music_volume`, 'Hold music is not supported, so it has no volume.')),
})

const callerMisfit = (
  tool: Extract<BuiltIn, { type: 'warm_call_transfer' }>,
  path: string,
  { numbers, now }: Around,
): FieldErrors => {
  const usable = numbers.filter((number) => !isExpired(number, now))
  const { outbound_phone_id, caller_id_mode, custom_caller_id } = tool
  if (!usable.some(({ id }) => id === outbound_phone_id))
    return finding(`${path}.outbound_phone_id`, sentences.selected)
  if (caller_id_mode !== 'custom') return {}
  if (custom_caller_id === undefined) return finding(`${path}.custom_caller_id`, sentences.required)
  const shown = readReachablePhone(custom_caller_id)?.number
  return usable.some(({ phone_number }) => phone_number === shown)
    ? {}
    : finding(`${path}.custom_caller_id`, sentences.selected)
}

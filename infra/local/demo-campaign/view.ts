import { styleText } from 'node:util'
import type { GetCampaignAnswer, ListCallsAnswer } from '../../../client/client.ts'

type RecentCall = ListCallsAnswer['data'][number]

export interface DemoView {
  campaign: GetCampaignAnswer
  calls: RecentCall[]
  dialled: number
  elapsedSeconds: number
}

const { stdout } = process
const barLength = 40
const plainEverySeconds = 5

export const say = (text = '') => stdout.write(`${text}\n`)
export const strong = (text: string) => styleText('bold', text, { stream: stdout })

export const openView = (): ((look: DemoView) => void) => {
  let shown = 0
  let saidAt = Number.NEGATIVE_INFINITY
  return (look) => {
    const { campaign, elapsedSeconds } = look
    if (stdout.isTTY) {
      const lines = table(look)
      stdout.write(`${shown > 0 ? `\x1b[${shown}A` : ''}${lines.map((line) => `\x1b[K${line}\n`).join('')}`)
      shown = lines.length
      return
    }
    if (campaign.status === 'in-progress' && elapsedSeconds - saidAt < plainEverySeconds) return
    saidAt = elapsedSeconds
    say(plain(look))
  }
}

const plain = ({ campaign, dialled, elapsedSeconds }: DemoView): string => {
  const { created, completed, 'reached-max-retries': spent } = campaign.leads_count
  const counts = `waiting ${created}, reached ${completed}, not reached ${spent}`
  return `${elapsedSeconds.toFixed(0).padStart(4)} s  ${campaign.status}: ${counts}; ${campaign.calls_in_progress} calls, ${dialled} dialled`
}

const table = ({ campaign, calls, dialled, elapsedSeconds }: DemoView): string[] => {
  const { leads_count, calls_in_progress, max_calls_in_parallel } = campaign
  const { created, completed, 'reached-max-retries': spent, total } = leads_count
  const row = (name: string, count: number, style: Style) =>
    `  ${name.padEnd(13)}${bar(count / total, style)} ${String(count).padStart(4)}`
  const slots = '●'.repeat(calls_in_progress) + '○'.repeat(Math.max(0, max_calls_in_parallel - calls_in_progress))
  return [
    '',
    `  ${strong(campaign.status.padEnd(13))}${elapsedSeconds.toFixed(0)} s of your time, ${dialled} calls dialled`,
    '',
    row('waiting', created, 'yellow'),
    row('reached', completed, 'green'),
    row('not reached', spent, 'red'),
    `  ${'calls now'.padEnd(13)}${paint('cyan', slots)}`,
    '',
    ...Array.from({ length: recentCalls }, (_, index) => callLine(calls[index])),
  ]
}

export const recentCalls = 8

type Style = 'yellow' | 'green' | 'red' | 'cyan' | 'gray'
const paint = (style: Style, text: string) => styleText(style, text, { stream: stdout })

const bar = (share: number, style: Style): string => {
  const full = Math.round(share * barLength)
  return paint(style, '█'.repeat(full)) + paint('gray', '░'.repeat(barLength - full))
}

const callLine = (call: RecentCall | undefined): string =>
  call ? `  ${call.created_at.slice(11, 19)}  ${call.client_phone_number}  ${paint(styleOf(call), call.status)}` : ''

const styleOf = ({ status }: RecentCall): Style => {
  if (['initiated', 'ringing', 'in-progress'].includes(status)) return 'cyan'
  return ['busy', 'no-answer', 'failed'].includes(status) ? 'red' : 'green'
}

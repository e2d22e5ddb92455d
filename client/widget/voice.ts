import { type Api, type ShownSettings, WidgetApiError } from './api.ts'
import { follow } from './follow.ts'
import type { CallLine, LineEnd, Listener, OpenLine } from './line.ts'
import { openLocalLine } from './local-line.ts'
import { microphone, release } from './microphone.ts'
import { element, messageForm, type Tab } from './panel.ts'

const explained = 'Your browser asks for the microphone first. The assistant hears you only during the call.'
const denied = 'Without the microphone there is no call. Allow it for this page in your browser, and start again.'
const failed = 'The call could not be made. Please try again.'
const tooMany = 'Too many calls. Please try again later.'

export interface VoiceParts {
  api: Api
  settings: ShownSettings
  tab: Tab
  origin: string
}

export const offerCall = ({ settings, tab, ...parts }: VoiceParts, variables: Record<string, string>): void => {
  const begin = element('button', { class: 'act', type: 'button' }, settings.start_button_text)
  const card = element(
    'div',
    { class: 'card' },
    element('strong', {}, settings.modal_title),
    element('p', {}, settings.modal_description),
    element('p', { class: 'note' }, explained),
    begin,
  )
  tab.log.replaceChildren()
  tab.foot.replaceChildren(card)
  begin.addEventListener('click', () => {
    begin.disabled = true
    void makeCall({ settings, tab, ...parts }, variables)
  })
}

const makeCall = async (parts: VoiceParts, variables: Record<string, string>): Promise<void> => {
  const { api, tab, origin } = parts
  const again = (words?: string) => {
    offerCall(parts, variables)
    if (words) tab.note(words)
  }
  const sound = await microphone()
  try {
    const call = await api.call(variables, !sound)
    const isLocal = call.engine === 'local'
    const open = isLocal ? openLocalLine : await loadLine(origin)
    const screen = callScreen(tab, () => again())
    const line = await open(call, screen.listener)
    screen.show(line)
    const ask = (after: string | undefined, isHidden: boolean) => api.follow(call.follow_token, after, isHidden)
    if (!isLocal) void follow({ ask, ...screen })
  } catch (cause) {
    if (!sound && statusOf(cause) === 422) again(denied)
    else again(statusOf(cause) === 429 ? tooMany : failed)
  } finally {
    release(sound)
  }
}

const statusOf = (cause: unknown): number | undefined => (cause instanceof WidgetApiError ? cause.status : undefined)

const loadLine = async (origin: string): Promise<OpenLine> => {
  const known = (): OpenLine | undefined => Object(globalThis).parlanceLine
  if (!known())
    await new Promise((resolve, reject) => {
      const script = element('script', { src: `${origin}/api/embed-voice.js` })
      script.addEventListener('load', resolve)
      script.addEventListener('error', reject)
      document.head.append(script)
    })
  const line = known()
  if (!line) throw new Error('The script of the carrier holds no line')
  return line
}

const ends: Record<LineEnd, string> = { ended: 'The call has ended.', failed, 'no microphone': denied }

const callScreen = (tab: Tab, onOver: () => void) => {
  let caption: HTMLElement | undefined
  tab.log.replaceChildren()
  tab.foot.replaceChildren()
  const state = tab.note('Connecting …')
  let ended = false
  const listener: Listener = {
    joined: () => {
      state.textContent = 'You are connected.'
    },
    said: (text, last) => {
      caption ??= text.trim() ? tab.add({ role: 'assistant', content: '' }) : undefined
      caption?.append(text)
      if (last) caption = undefined
    },
    heard: (text) => {
      caption = undefined
      tab.add({ role: 'user', content: text })
    },
    over: (end) => {
      ended = true
      const lines = [...tab.log.childNodes]
      onOver()
      tab.log.append(...lines)
      tab.note(ends[end])
    },
  }
  const show = (line: CallLine) => {
    const mute = element('button', { class: 'act', type: 'button', 'aria-pressed': 'false' }, 'Mute')
    mute.addEventListener('click', () => {
      const isMuted = mute.getAttribute('aria-pressed') !== 'true'
      mute.setAttribute('aria-pressed', String(isMuted))
      mute.textContent = isMuted ? 'Unmute' : 'Mute'
      line.mute(isMuted)
    })
    const end = element('button', { class: 'act', type: 'button' }, 'Hang up')
    end.addEventListener('click', () => line.hangUp())
    const typed = line.say && messageForm(async (text) => line.say?.(text))
    tab.foot.replaceChildren(element('div', { class: 'keys' }, mute, end), ...(typed ? [typed] : []))
  }
  return { listener, show, isOver: () => ended }
}

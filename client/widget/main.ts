import { type Api, openApi, type ShownSettings, WidgetApiError } from './api.ts'
import {
  element,
  type Focus,
  fieldsForm,
  focusLater,
  makePanel,
  makeTab,
  messageForm,
  type Panel,
  type Tab,
} from './panel.ts'
import { style } from './style.ts'
import { offerCall, type VoiceParts } from './voice.ts'

/**
 * `<script src="…/embed.js" data-assistant-id="UUID"></script>`. Shows nothing on pages that the
 * assistant does not allow. The script's attributes override the assistant's settings.
 */

const failed = 'Something went wrong. Please try again.'
const tooMany = 'Too many messages. Please try again later.'

const start = async (script: HTMLElement & { src?: string }): Promise<void> => {
  const { assistantId = '' } = script.dataset
  const { origin } = new URL(script.src ?? '', location.href)
  const api = openApi(`${origin}/api`, assistantId)
  const stored = await api.settings().catch(() => undefined)
  if (!stored) return
  const settings = withAttributes(stored, script.dataset)
  const panel = makePanel(settings, style)
  const chat = (tab: Tab) => showChat({ api, settings, tab, storageKey: `parlance:${assistantId}` })
  const call = (tab: Tab) => prepareCall({ api, settings, tab, origin })
  const offers = [
    ...(settings.chat ? [['Chat', chat] as const] : []),
    ...(settings.voice ? [['Call', call] as const] : []),
  ]
  run(panel, offers)
  document.body.append(panel.host)
}

const withAttributes = (settings: ShownSettings, data: DOMStringMap): ShownSettings => ({
  ...settings,
  position: data.position ?? settings.position,
  color: data.color ?? settings.color,
  header_title: data.headerTitle ?? settings.header_title,
  header_subtitle: data.headerSubtitle ?? settings.header_subtitle,
  button_main_text: data.buttonMainText ?? settings.button_main_text,
  button_sub_text: data.buttonSubText ?? settings.button_sub_text,
  start_button_text: data.startButtonText ?? settings.start_button_text,
  modal_title: data.modalTitle ?? settings.modal_title,
  modal_description: data.modalDescription ?? settings.modal_description,
})

interface ChatParts {
  api: Api
  settings: ShownSettings
  tab: Tab
  storageKey: string
}

const showChat = ({ api, settings, tab, storageKey }: ChatParts): void => {
  const offerAgain = (note: string) => {
    tab.note(note)
    const again = element('button', { class: 'act', type: 'button' }, 'Start again')
    again.addEventListener('click', () => {
      tab.log.replaceChildren()
      prepare(focusLater(tab))
    })
    tab.foot.replaceChildren(element('form', {}, again))
  }

  const over = () => {
    sessionStorage.removeItem(storageKey)
    offerAgain('The conversation has ended.')
  }

  const converse = (id: string, focus: Focus) => {
    const form = messageForm(async (text) => {
      tab.add({ role: 'user', content: text })
      const typing = tab.note('…')
      try {
        const { message, ended } = await api.send(id, text)
        if (message) tab.add({ role: 'assistant', content: message })
        if (ended) over()
      } catch (cause) {
        if (cause instanceof WidgetApiError && (cause.status === 404 || cause.status === 409)) over()
        else tab.note(cause instanceof WidgetApiError && cause.status === 429 ? tooMany : failed)
      }
      typing.remove()
    })
    tab.foot.replaceChildren(form)
    focus(form.querySelector('textarea'))
  }

  const begin = async (variables: Record<string, string>, focus: Focus) => {
    try {
      const { conversation_id, history } = await api.begin(variables)
      sessionStorage.setItem(storageKey, conversation_id)
      for (const line of history) tab.add(line)
      converse(conversation_id, focus)
    } catch (cause) {
      offerAgain(cause instanceof WidgetApiError && cause.status === 429 ? tooMany : failed)
    }
  }

  const prepare = (focus: Focus) => {
    const fields = settings.pre_chat_fields
    if (fields.length === 0) return void begin({}, focus)
    const form = fieldsForm(fields, (values) => {
      tab.foot.replaceChildren()
      void begin(values, focusLater(tab))
    })
    tab.foot.replaceChildren(form)
    focus(form.querySelector('input'))
  }

  const resume = async () => {
    const focus = focusLater(tab)
    const id = sessionStorage.getItem(storageKey)
    const known = id ? await api.read(id).catch(() => undefined) : undefined
    if (!id || !known || known.ended) return prepare(focus)
    for (const line of known.history) tab.add(line)
    converse(id, focus)
  }

  void resume()
}

const prepareCall = (parts: VoiceParts): void => {
  const { settings, tab } = parts
  const fields = settings.pre_chat_fields
  if (fields.length === 0) {
    offerCall(parts, {})
    return
  }
  const form = fieldsForm(fields, (values) => offerCall(parts, values), 'Continue')
  tab.foot.replaceChildren(form)
  form.querySelector('input')?.focus()
}

type Offer = readonly [name: string, show: (tab: Tab) => void]

const run = (panel: Panel, offers: readonly Offer[]): void => {
  const tabs = offers.map(([name, show]) => {
    const button = element('button', { type: 'button' }, name)
    const tab = makeTab()
    button.addEventListener('click', () => choose(button))
    panel.panel.append(tab.content)
    return { button, content: tab.content, show: () => show(tab), isStarted: false }
  })
  const choose = (chosen = tabs[0]?.button) => {
    for (const tab of tabs) {
      const isChosen = tab.button === chosen
      tab.button.setAttribute('aria-pressed', String(isChosen))
      tab.content.hidden = !isChosen
      if (isChosen && !tab.isStarted) tab.show()
      tab.isStarted ||= isChosen
    }
  }
  if (tabs.length > 1) panel.tabs.append(...tabs.map(({ button }) => button))

  const toggle = (isOpen: boolean) => {
    panel.panel.hidden = !isOpen
    panel.launch.setAttribute('aria-expanded', String(isOpen))
    if (!isOpen) panel.launch.focus()
    else if (tabs.every((tab) => !tab.isStarted)) choose()
  }
  panel.launch.addEventListener('click', () => toggle(panel.panel.hidden !== false))
  panel.close.addEventListener('click', () => toggle(false))
  panel.panel.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') toggle(false)
  })
}

const own = document.currentScript ?? document.querySelector('script[data-assistant-id]')
if (own instanceof HTMLElement) void start(own)

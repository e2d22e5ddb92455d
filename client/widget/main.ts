import { type Api, openApi, Refusal, type ShownSettings } from './api.ts'
import { element, fieldsForm, makePanel, messageForm, type Panel } from './panel.ts'
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
  const chat = chatIn(api, settings, panel, `parlance:${assistantId}`)
  const call = () => prepareCall({ api, settings, panel, origin })
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

const chatIn = (api: Api, settings: ShownSettings, panel: Panel, storageKey: string): (() => void) => {
  const over = () => {
    sessionStorage.removeItem(storageKey)
    panel.note('The conversation has ended.')
    const again = element('button', { class: 'act', type: 'button' }, 'Start again')
    again.addEventListener('click', () => {
      panel.log.replaceChildren()
      prepare()
    })
    panel.foot.replaceChildren(element('form', {}, again))
  }

  const converse = (id: string) => {
    const form = messageForm(async (text) => {
      panel.add({ role: 'user', content: text })
      const typing = panel.note('…')
      try {
        const { message, ended } = await api.send(id, text)
        if (message) panel.add({ role: 'assistant', content: message })
        if (ended) over()
      } catch (cause) {
        if (cause instanceof Refusal && (cause.status === 404 || cause.status === 409)) over()
        else panel.note(cause instanceof Refusal && cause.status === 429 ? tooMany : failed)
      }
      typing.remove()
    })
    panel.foot.replaceChildren(form)
    form.querySelector('textarea')?.focus()
  }

  const begin = async (variables: Record<string, string>) => {
    try {
      const { conversation_id, history } = await api.begin(variables)
      sessionStorage.setItem(storageKey, conversation_id)
      for (const line of history) panel.add(line)
      converse(conversation_id)
    } catch (cause) {
      panel.note(cause instanceof Refusal && cause.status === 429 ? tooMany : failed)
    }
  }

  const prepare = () => {
    const fields = settings.pre_chat_fields
    if (fields.length === 0) return void begin({})
    const form = fieldsForm(fields, (values) => {
      panel.foot.replaceChildren()
      void begin(values)
    })
    panel.foot.replaceChildren(form)
    form.querySelector('input')?.focus()
  }

  const resume = async () => {
    const id = sessionStorage.getItem(storageKey)
    const known = id ? await api.read(id).catch(() => undefined) : undefined
    if (!id || !known || known.ended) return prepare()
    for (const line of known.history) panel.add(line)
    converse(id)
  }

  return () => void resume()
}

const prepareCall = (parts: VoiceParts): void => {
  const { settings, panel } = parts
  const fields = settings.pre_chat_fields
  if (fields.length === 0) {
    offerCall(parts, {})
    return
  }
  const form = fieldsForm(fields, (values) => offerCall(parts, values), 'Continue')
  panel.foot.replaceChildren(form)
  form.querySelector('input')?.focus()
}

type Offer = readonly [name: string, show: () => void]

const run = (panel: Panel, offers: readonly Offer[]): void => {
  let isStarted = false
  const tabs = offers.map(([name]) => element('button', { type: 'button' }, name))
  const choose = (chosen: number) => {
    for (const [place, tab] of tabs.entries()) tab.setAttribute('aria-pressed', String(place === chosen))
    panel.log.replaceChildren()
    panel.foot.replaceChildren()
    offers[chosen]?.[1]()
  }
  for (const [place, tab] of tabs.entries()) tab.addEventListener('click', () => choose(place))
  if (offers.length > 1) panel.tabs.append(...tabs)

  const toggle = (isOpen: boolean) => {
    panel.panel.hidden = !isOpen
    panel.launch.setAttribute('aria-expanded', String(isOpen))
    if (!isOpen) panel.launch.focus()
    else if (!isStarted) choose(0)
    isStarted ||= isOpen
  }
  panel.launch.addEventListener('click', () => toggle(panel.panel.hidden !== false))
  panel.close.addEventListener('click', () => toggle(false))
  panel.panel.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') toggle(false)
  })
}

const own = document.currentScript ?? document.querySelector('script[data-assistant-id]')
if (own instanceof HTMLElement) void start(own)

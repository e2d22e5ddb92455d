import type { ChatLine, ShownSettings } from './api.ts'

/** The widget's window. Settings and messages are shown as text, never as HTML. */
export interface Panel {
  host: HTMLElement
  launch: HTMLButtonElement
  panel: HTMLElement
  close: HTMLButtonElement
  tabs: HTMLElement
}

/**
 * Content of one tab. An inactive tab is hidden but stays, so a late answer never reaches the wrong
 * tab.
 */
export interface Tab {
  content: HTMLElement
  log: HTMLElement
  foot: HTMLElement
  add(line: ChatLine): HTMLElement
  note(text: string): HTMLElement
}

type Children = (Node | string)[]

export const element = <K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Record<string, string> = {},
  ...children: Children
): HTMLElementTagNameMap[K] => {
  const made = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value)
  made.append(...children)
  return made
}

/** Returns black or white, whichever contrasts more: at least 4.5 to 1. */
const readableOn = (color: string): string => {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\da-f]{2}/gi) ?? []).map((part) => {
    const value = Number.parseInt(part, 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  return 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.05 ? '#fff' : '#000'
}

const positions = /^(right|left)-(bottom|top)$/

export const makePanel = (settings: ShownSettings, style: string): Panel => {
  const host = element('div', { 'data-parlance': '' })
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  root.adoptedStyleSheets = [sheet]

  const launch = element(
    'button',
    { class: 'launch', type: 'button', 'aria-expanded': 'false' },
    settings.button_main_text,
    ...(settings.voice ? [element('small', {}, settings.button_sub_text)] : []),
  )
  const close = element('button', { type: 'button', 'aria-label': 'Close' }, '×')
  const title = element('div', {}, element('strong', {}, settings.header_title), settings.header_subtitle)
  const tabs = element('div', { class: 'tabs', role: 'group', 'aria-label': 'How to talk' })
  const panel = element(
    'section',
    { class: 'panel', role: 'dialog', 'aria-label': settings.header_title, hidden: '' },
    element('header', {}, title, close),
    tabs,
  )
  const sides = positions.exec(settings.position)?.slice(1) ?? ['right', 'bottom']
  const place = element('div', { class: ['place', ...sides].join(' ') }, launch, panel)
  place.style.setProperty('--color', settings.color)
  place.style.setProperty('--on-color', readableOn(settings.color))
  root.append(place)
  return { host, launch, panel, close, tabs }
}

export const makeTab = (): Tab => {
  const log = element('div', { class: 'log', role: 'log', tabindex: '0', 'aria-label': 'Messages' })
  const foot = element('div')
  const show = (node: HTMLElement) => {
    log.append(node)
    log.scrollTop = log.scrollHeight
    return node
  }
  return {
    content: element('div', { class: 'tab', hidden: '' }, log, foot),
    log,
    foot,
    add: ({ role, content }) => show(element('p', { class: `line ${role}` }, content)),
    note: (text) => show(element('p', { class: 'note' }, text)),
  }
}

export type Focus = (target: HTMLElement | null) => void

/** Returns a function that focuses an element, unless the visitor has moved the focus since. */
export const focusLater = ({ content }: Tab): Focus => {
  const focused = () => {
    const root = content.getRootNode()
    const inside = root instanceof ShadowRoot ? root.activeElement : null
    return inside ?? document.activeElement ?? document.body
  }
  const before = focused()
  return (target) => {
    if ([before, document.body].includes(focused())) target?.focus()
  }
}

export const fieldsForm = (
  fields: ShownSettings['pre_chat_fields'],
  onSubmit: (values: Record<string, string>) => void,
  submitText = 'Start chat',
): HTMLFormElement => {
  const inputs = fields.map(({ name, label, required }) => {
    const input = element('input', { name, maxlength: '500', ...(required && { required: '' }) })
    return { name, input, row: element('label', {}, label, input) }
  })
  const submit = element('button', { class: 'act', type: 'submit' }, submitText)
  const form = element('form', { class: 'fields' }, ...inputs.map(({ row }) => row), submit)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    onSubmit(Object.fromEntries(inputs.map(({ name, input }) => [name, input.value.trim()])))
  })
  return form
}

/** Makes the form for messages. Enter sends; Shift with Enter begins a new line. */
export const messageForm = (onSend: (text: string) => Promise<void>): HTMLFormElement => {
  const input = element('textarea', { 'aria-label': 'Message', maxlength: '2000', placeholder: 'Message' })
  const send = element('button', { class: 'act', type: 'submit' }, 'Send')
  const form = element('form', {}, element('label', {}, input), send)
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const text = input.value.trim()
    if (!text || send.disabled) return
    input.value = ''
    send.disabled = true
    await onSend(text)
    send.disabled = false
  })
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    event.preventDefault()
    form.requestSubmit()
  })
  return form
}

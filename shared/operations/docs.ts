import { apiBase, asset } from './define.ts'

const area = 'docs'

export const getOpenApi = asset({
  id: 'get-open-api',
  area,
  path: '/openapi.json',
  summary: 'This API as an OpenAPI document',
})

export const showReference = asset({
  id: 'show-reference',
  area,
  path: '/docs',
  summary: 'The reference of this API, to read and to try',
})

export const showWidgetScript = asset({
  id: 'show-widget-script',
  area,
  path: '/embed.js',
  summary: 'The widget, as a script for web pages',
  redirectedFrom: ['/embed.js'],
})

export const showCallScript = asset({
  id: 'show-call-script',
  area,
  path: '/embed-voice.js',
  summary: "The carrier's part of the widget, loaded for a call",
})

export const showWidgetDemo = asset({
  id: 'show-widget-demo',
  area,
  path: '/widget-demo',
  summary: 'A page that shows a widget, to try it',
})

export const showConsole = asset({
  id: 'show-console',
  area,
  path: '/console',
  summary: 'The console: calls, campaigns and balance, to watch and to steer',
  playsRecordings: true,
  redirectedFrom: ['/', apiBase],
})

export const showConsoleWork = asset({
  id: 'show-console-work',
  area,
  path: '/console-work.js',
  summary: 'The forms of the console, loaded when they are first opened',
})

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

export const showConsole = asset({
  id: 'show-console',
  area,
  path: '/console',
  summary: 'The console: calls, campaigns and balance, to watch and to steer',
  playsRecordings: true,
  redirectedFrom: ['/', apiBase],
})

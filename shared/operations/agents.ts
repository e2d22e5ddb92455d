import { mcp } from './define.ts'

export const serveAgents = mcp({
  id: 'serve-agents',
  area: 'agents',
  path: '/mcp',
  summary: 'The operations of this API as tools of agents, by the Model Context Protocol',
  uses: [
    'clock',
    'publicApi.ask',
    'publicApi.tools',
    'rateLimit.seen',
    'rateLimit.take',
    'tokens.find',
    'tokens.noteUse',
  ],
})

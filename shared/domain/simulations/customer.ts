import type { Script } from '../conversations/script.ts'
import { historyMax } from '../conversations/talk.ts'
import type { Line } from '../conversations/turn-parts.ts'
import type { Model } from '../reference/models.ts'

interface Played {
  goal: string
  model: Model
  language: string
  atSign: string
  history: readonly Line[]
}

export const customerScript = ({ goal, model, language, atSign, history }: Played): Script => ({
  model,
  system: [
    'You play a customer on the telephone, who talks to an assistant. You are not the assistant and never help it. Say only what the customer',
    `says, one or two short spoken sentences at a time, in ${language}, and answer what you are asked. Make up what you were not told.`,
    'When you have what you want, or see that you will not get it, say goodbye with end_call.',
    '',
    'What you want:',
    goal,
  ].join('\n'),
  history: history
    .flatMap((line) =>
      line.sender === 'tool'
        ? []
        : [{ sender: line.sender === 'bot' ? ('human' as const) : ('bot' as const), text: line.text }],
    )
    .slice(-historyMax),
  temperature: 0.5,
  tools: [{ name: 'end_call', description: 'Hangs up, after your last words.' }],
  atSign,
})

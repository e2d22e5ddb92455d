import type { VersionSettings } from '../../shared/domain/assistants/assistant-version.ts'
import type { Tool } from '../../shared/domain/tools/tool.ts'
import { bookTable, prompt } from './replay-shop.ts'

export interface Edit {
  name: string
  settings?: Partial<VersionSettings>
  tools?: Tool[]
}

const without = (about: string): string =>
  prompt
    .split('\n')
    .filter((line) => !line.includes(about))
    .join('\n')

const prompted = (system_prompt: string): Pick<Edit, 'settings'> => ({ settings: { system_prompt } })
const tool = (change: Partial<Tool>): Pick<Edit, 'tools'> => ({ tools: [{ ...bookTable, ...change }] })

export const regressions: Edit[] = [
  { name: 'rule removed: opening hours', ...prompted(without('opening hours')) },
  { name: 'rule removed: name before booking', ...prompted(without('Before booking')) },
  { name: 'rule removed: parking', ...prompted(without('parking')) },
  { name: 'rule removed: allergies', ...prompted(without('allergies')) },
  {
    name: 'rule changed: a wrong fact',
    ...prompted(prompt.replace('We open at seven every evening, and close at midnight', 'Nobody knows')),
  },
  { name: 'prompt cut in half', ...prompted(prompt.split('\n').slice(0, 4).join('\n')) },
  { name: 'tool description broken', ...tool({ description: 'Internal. See the handbook.' }) },
  { name: 'tool removed', settings: { tool_ids: [] }, tools: [] },
  {
    name: 'tool parameter renamed',
    ...tool({ parameters: [{ name: 'weekday', type: 'string', description: '', required: true }] }),
  },
  { name: 'weaker model', settings: { llm_model_id: 4 } },
  { name: 'wrong language', settings: { language_id: 19 } },
  { name: 'hangs up too early', ...prompted(`${prompt}\nHang up after the first answer.`) },
]

export const harmless: Edit[] = [
  { name: 'nothing changed' },
  { name: 'blank lines', ...prompted(prompt.replaceAll('\n', '\n\n')) },
  { name: 'rules in another order', ...prompted(reordered()) },
  {
    name: 'another introduction',
    ...prompted(
      prompt.replace(
        'You answer the phone of the restaurant Anna, and help guests.',
        'You are the friendly voice of Anna.',
      ),
    ),
  },
  {
    name: 'a rule that no guest asks for',
    ...prompted(`${prompt}\n- When asked about vouchers: We sell them at the bar.`),
  },
  {
    name: 'a rule in other words',
    ...prompted(
      prompt.replace(
        'Guests park in the yard behind the house.',
        'Behind the house there is a yard where guests park.',
      ),
    ),
  },
  { name: 'another greeting', settings: { initial_message: 'Good evening, this is the restaurant Anna.' } },
  { name: 'speaks faster', settings: { speech_speed: 1.1 } },
  { name: 'another temperature', settings: { llm_temperature: 0.3 } },
  {
    name: 'tool described at more length',
    ...tool({ description: 'Books a table for a guest on a day of the week. Use it once.' }),
  },
]

function reordered(): string {
  const [first = '', ...rules] = prompt.split('\n')
  return [first, ...rules.toReversed()].join('\n')
}

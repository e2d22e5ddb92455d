/** Step of a simulated customer. It starts when the assistant has finished speaking. */
export type Step =
  | { does: 'say'; text: string; lang?: string }
  | { does: 'interrupt'; text: string }
  /** Speaks both texts without waiting for an answer to the first. */
  | { does: 'say twice'; texts: [string, string] }
  | { does: 'press'; digits: string }
  | { does: 'lose the line' }

const greeting: Step = { does: 'say', text: 'Hello, who is speaking?' }
const smallTalk: Step[] = [
  greeting,
  { does: 'say', text: 'My name is Grace. What do you offer?' },
  { does: 'say', text: 'That sounds good, thank you.' },
]

export const customers = {
  talks: smallTalk,
  silent: [],
  'answering machine': [{ does: 'say', text: 'You have reached my mailbox. Please leave a message after the tone.' }],
  'says goodbye': [{ does: 'say', text: 'I have no time. Goodbye!' }],
  interrupts: [
    { does: 'say', text: 'Please tell me everything about it?' },
    { does: 'interrupt', text: 'Stop, that is enough for me.' },
    { does: 'say', text: 'Thank you.' },
  ],
  'speaks twice': [
    { does: 'say twice', texts: ['I have a question.', 'When do you open?'] },
    { does: 'say', text: 'Thank you.' },
  ],
  'loses the line': [greeting, { does: 'lose the line' }, { does: 'say', text: 'Are you still there?' }],
  'speaks Spanish': [
    { does: 'say', text: '¿Habla usted español?', lang: 'es-ES' },
    { does: 'say', text: 'Gracias por su ayuda.', lang: 'es-ES' },
  ],
  'has ten questions': Array.from(
    { length: 10 },
    (_, index): Step => ({ does: 'say', text: `Question ${index + 1}: what does it cost, please?` }),
  ),
  'books a table': [
    { does: 'say', text: 'Please book a table for Monday.' },
    { does: 'say', text: 'That is all. Goodbye!' },
  ],
  'asks to be called back': [
    { does: 'say', text: 'Please call me back at 15:00.' },
    { does: 'say', text: 'Thank you. Goodbye!' },
  ],
  'wants no more calls': [{ does: 'say', text: 'Please do not call me any more.' }],
  'wants a text': [
    { does: 'say', text: 'Please send me an SMS with your address.' },
    { does: 'say', text: 'That is all. Goodbye!' },
  ],
  'wants a person': [
    { does: 'say', text: 'I want to talk to a person: please make a call transfer.' },
    { does: 'say', text: 'Then I will try again another time.' },
  ],
  'wants a manager': [{ does: 'say', text: 'Please make a warm call transfer to your manager.' }],
  'presses keys': [
    { does: 'press', digits: '42' },
    { does: 'say', text: 'I pressed four and two.' },
  ],
} as const satisfies Record<string, readonly Step[]>
export type CustomerName = keyof typeof customers

/** The words by which people ask not to be written to any more, or again: those that carriers know. */
const words = {
  stop: ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'],
  start: ['START', 'UNSTOP', 'YES'],
}

export type OptOut = 'stop' | 'start'

/**
 * What an incoming message asks for. The carrier's own verdict counts before ours; a word counts only when it is the whole
 * text, in any case, with any punctuation.
 */
export const readOptOut = (body = '', verdict?: OptOut | 'neither'): OptOut | undefined => {
  if (verdict) return verdict === 'neither' ? undefined : verdict
  const word = body.replace(/[^\p{L}]/gu, '').toUpperCase()
  if (words.stop.includes(word)) return 'stop'
  return words.start.includes(word) ? 'start' : undefined
}

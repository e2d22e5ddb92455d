/** Opt-out that the rules leave undecided; the simulated model understands it. */
export const hint = 'It would be nice to hear the last of these calls.'
/** Opt-out that no rule hints at; the simulated model understands it. */
export const unhinted = 'I would be glad if you could wash your hands of me.'
export const remark = 'Would you call it a good price?'

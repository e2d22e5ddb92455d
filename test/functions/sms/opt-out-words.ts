/** Opt-out that the rules suspect but do not recognise; the simulated model recognises it. */
export const hint = 'It would be nice to hear the last of these calls.'
export const unhinted = 'I would be glad if you could wash your hands of me.'
export const remark = 'Would you call it a good price?'

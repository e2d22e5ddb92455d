/** Undecided by rules; the model double understands it. */
export const hint = 'It would be nice to hear the last of these calls.'
/** Neither rule nor hint; the model double understands it. */
export const unhinted = 'I would be glad if you could wash your hands of me.'
export const remark = 'Would you call it a good price?'

/** An opt-out that no rule decides, and that the model double understands. */
export const hint = 'It would be nice to hear the last of these calls.'
/** An opt-out that neither a rule nor a hint catches, and that the model double understands. */
export const unhinted = 'I would be glad if you could wash your hands of me.'
/** A hint that is no opt-out. */
export const remark = 'Would you call it a good price?'

/** An opt-out that no rule decides, and that the model double understands. */
export const hint = 'It would be nice to hear the last of these calls.'
/** A hint that is no opt-out. */
export const remark = 'Would you call it a good price?'

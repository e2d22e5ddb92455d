/** Limits of `npm run check` for each finding. */
export const limits: Record<string, number> = {
  'words of comments': 134_000,
  'words of an average sentence of docs': 14,
  'comments that begin with a clause': 120,
  'comments wider than 100 columns': 21,
  'comments about nobody': 6,
  'comments with words of the house': 25,
  'type names that two files export': 0,
  'summaries of more than eight words': 0,
  'sentences of docs over 28 words': 95,
}

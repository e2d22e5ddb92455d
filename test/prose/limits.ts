/** Limits of `npm run check` for each finding. */
export const limits: Record<string, number> = {
  'words of comments': 134_000,
  'words of an average sentence of docs': 14,
  'comments that begin with a clause': 120,
  'comments wider than 100 columns': 30,
  'comments about nobody': 10,
  'comments with words of the house': 50,
  'type names that two files export': 55,
  'summaries of more than eight words': 0,
  'sentences of docs over 28 words': 100,
}

export const limits: Record<string, number> = {
  'words of comments': 103_000,
  'words of an average sentence of docs': 14,
  'comments that begin with a clause': 10,
  'comments wider than 100 columns': 12,
  'comments about nobody': 1,
  'comments with words of the house': 12,
  'type names that two files export': 0,
  'summaries of more than eight words': 0,
  'sentences of docs over 28 words': 91,
}

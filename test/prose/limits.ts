export const limits: Record<string, number> = {
  'words of comments': 55_000,
  'words of an average sentence of docs': 14,
  'comments that begin with a clause': 3,
  'comments wider than 100 columns': 10,
  'comments about nobody': 0,
  'comments with words of the house': 3,
  'type names that two files export': 0,
  'summaries of more than eight words': 0,
  'test titles of more than 14 words': 0,
  'sentences of docs over 28 words': 91,
}

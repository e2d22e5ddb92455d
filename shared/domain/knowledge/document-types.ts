export const documentTypes = ['website', 'pdf', 'txt', 'docx'] as const
export type DocumentType = (typeof documentTypes)[number]
export type FileType = Exclude<DocumentType, 'website'>

export const typeLabels: Record<DocumentType, string> = {
  website: 'Website',
  pdf: 'PDF',
  txt: 'TXT',
  docx: 'DOCX',
}

export const contentTypes: Record<FileType, string> = {
  pdf: 'application/pdf',
  txt: 'text/plain',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
}

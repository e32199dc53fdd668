import { maxImportBytes } from '@steward/contract/records/imports.routes'

export const acceptedFiles = '.csv,.tsv,.txt,.ndjson,.jsonl,text/csv,application/x-ndjson'

const starts = (head: Uint8Array, ...bytes: number[]) =>
  bytes.every((byte, index) => head[index] === byte)

/** Checks a file before its upload; returns an error as a sentence, null if there is none. */
export function problemOfFile(size: number, head: Uint8Array): string | null {
  if (size === 0) return 'This file is empty. Choose another one.'
  if (size > maxImportBytes)
    return 'This file is larger than 200 MB. Split it and import the parts one at a time.'
  const workbook = starts(head, 0x50, 0x4b, 3, 4) || starts(head, 0xd0, 0xcf, 0x11, 0xe0)
  if (workbook)
    return 'This is a spreadsheet or an archive, not a text file. Open it in your spreadsheet program and save the sheet as CSV.'
  const wide = starts(head, 0xff, 0xfe) || starts(head, 0xfe, 0xff)
  if (starts(head, 0x25, 0x50, 0x44, 0x46) || (!wide && head.includes(0)))
    return 'This isn’t a text file. Choose a CSV or NDJSON file.'
  return null
}

export function bytesText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  const [value, unit] = bytes < 1e6 ? [bytes / 1e3, 'KB'] : [bytes / 1e6, 'MB']
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`
}

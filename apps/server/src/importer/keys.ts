import { createHash } from 'node:crypto'

const hash = (parts: readonly unknown[]): Buffer =>
  createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16)

/** The key of a row by the values of its id columns, whichever columns those are. */
export const idKey = (values: readonly string[]): Buffer => hash(['id', ...values])

export const contentHash = (
  texts: Readonly<Record<string, string>>,
  values: Readonly<Record<string, unknown>>,
): Buffer =>
  hash([
    'content',
    Object.entries(texts)
      .map(([field, text]) => [field, text.trim()])
      .filter(([, text]) => text !== '')
      .sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
    Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)),
  ])

export const rowHash = (columns: readonly string[], values: readonly string[]): Buffer =>
  hash(['row', columns, values])

/** The key of a row without an id: its content and which occurrence of that it is. */
export const rowKey = (row: Buffer, occurrence: number): Buffer =>
  occurrence === 1 ? row : hash(['row', row.toString('hex'), occurrence])

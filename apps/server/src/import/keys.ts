import { createHash } from 'node:crypto'

const hash = (parts: readonly unknown[]): Buffer =>
  createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16)

/** The key of a row by its id columns; which columns they were doesn't matter, so ids of an earlier file are known again. */
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

/** The key of a row without an id: what it holds, and the how-manieth of its kind in the file it is. */
export const rowKey = (row: Buffer, occurrence: number): Buffer =>
  occurrence === 1 ? row : hash(['row', row.toString('hex'), occurrence])

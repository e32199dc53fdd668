import type { FileStorage } from '../../storage/storage.ts'

/**
 * Removes the files that wait to be imported and the reports of bad rows, whoever uploaded them: whom they name can't be
 * told without reading each of them in its format. Whoever still needs one uploads it again.
 * @returns how many
 */
export async function removeImportFiles(storage: FileStorage): Promise<number> {
  let removed = 0
  for await (const files of storage.list('imports')) {
    for (const { name } of files.filter(isOfImport)) {
      await storage.remove(`imports/${name}`)
      removed += 1
    }
  }
  return removed
}

export async function countImportFiles(storage: FileStorage): Promise<number> {
  let count = 0
  for await (const files of storage.list('imports')) count += files.filter(isOfImport).length
  return count
}

/** Beside them lies what tells the storage of one server from that of another. */
const isOfImport = ({ name }: { name: string }): boolean => name !== 'server-id'

/** Characters that the name of a source can have. */
const maxLength = 100

/**
 * The source that the ids of a file are of: as given, else what the file is called, without what changes from one
 * export to the next (`members 2026-11-24 (1).csv` is `members`). Whatever the case and the blanks around it, one
 * name is one source.
 * @param fileName without folders
 */
export function sourceOf(fileName: string, given = ''): string {
  let name = fileName.replace(/\.[^.]*$/, '')
  for (let before = ''; before !== name; ) {
    before = name
    name = before.replace(dateOrNumber, '')
  }
  return plain(given) || plain(name)
}

/** One at the end of a name. A pattern for all of them would try every way to part their digits. */
const dateOrNumber = /(?:\s*\(\d+\)|[-_ .]+\d{4}[-_.]?\d{2}(?:[-_.]?\d{2})?(?:[-_ t]?\d{4,6})?)$/i

const plain = (name: string): string => name.trim().toLowerCase().slice(0, maxLength)

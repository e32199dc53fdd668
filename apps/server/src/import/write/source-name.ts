/** Characters that the name of a source can have. */
const maxLength = 100

/**
 * The source of a file's ids: as given, else the name of the file without folder, ending, dates and copies' numbers:
 * `members 2026-11-24 (1).csv` is `members`. Case and blanks around it don't matter.
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

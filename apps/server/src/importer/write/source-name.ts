const maxLength = 100

/** The source of a file's ids: `given`, else its name without folder, ending, date and number. */
export function sourceOf(fileName: string, given = ''): string {
  let name = fileName.replace(/\.[^.]*$/, '')
  for (let before = ''; before !== name; ) {
    before = name
    name = before.replace(dateOrNumber, '')
  }
  return plain(given) || plain(name)
}

/** Matches one date or copy number at the end; a pattern for several would backtrack. */
const dateOrNumber = /(?:\s*\(\d+\)|[-_ .]+\d{4}[-_.]?\d{2}(?:[-_.]?\d{2})?(?:[-_ t]?\d{4,6})?)$/i

const plain = (name: string): string => name.trim().toLowerCase().slice(0, maxLength)

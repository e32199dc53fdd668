/** Characters that the name of a source can have. */
export const maxSourceLength = 100

/**
 * The source that a file comes from, unless somebody says: what it is called, without what changes from one export
 * to the next (`members 2026-11-24 (1).csv` is `members`).
 * @param fileName without folders
 */
export function sourceOf(fileName: string): string {
  let name = fileName.replace(/\.[^.]*$/, '')
  for (let before = ''; before !== name; ) {
    before = name
    name = before.replace(oneDateOrNumber, '')
  }
  return sourceNamed(name)
}

/** At the end of a name. One at a time: a pattern for all of them would try every way to part their digits. */
const oneDateOrNumber =
  /(?:\s*\(\d+\)|[-_ .]+\d{4}[-_.]?\d{2}(?:[-_.]?\d{2})?(?:[-_ t]?\d{4,6})?)$/i

/** A source as it is kept: whatever the case and the blanks around it, one name is one source. */
export const sourceNamed = (name: string): string =>
  name.trim().toLowerCase().slice(0, maxSourceLength)

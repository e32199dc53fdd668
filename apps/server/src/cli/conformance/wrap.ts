const columns = 80

/** Breaks a line at blanks so that none, with its indent, is longer than 80 columns. */
export function wrap(text: string, indent: string): string[] {
  const lines: string[] = []
  const room = columns - indent.length
  let line = ''
  for (const word of text.split(/\s+/).flatMap((each) => pieces(each, room))) {
    if (line !== '' && line.length + 1 + word.length > room) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  if (line !== '') lines.push(line)
  return lines.map((each) => `${indent}${each}`)
}

/** A word that is longer than a line, in as many parts as it takes. */
function pieces(word: string, room: number): string[] {
  const parts: string[] = []
  for (let at = 0; at < word.length; at += room) parts.push(word.slice(at, at + room))
  return parts
}

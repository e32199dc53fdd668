const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/
const none = /\p{M}|\p{Cf}/u

/** How many columns of a terminal a text takes: signs of East Asia take two, marks none. */
export function widthOf(text: string): number {
  let width = 0
  for (const sign of text) if (!none.test(sign)) width += wide.test(sign) ? 2 : 1
  return width
}

/** A text with spaces up to a width. */
export const padded = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - widthOf(text)))

/** The lines of a text that is broken between words; what has no spaces stays on its line. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && widthOf(line) + 1 + widthOf(word) > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

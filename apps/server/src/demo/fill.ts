import type { Random } from './random.ts'

/**
 * Fills a text's braces: `Bring the {tool}` with one of the words for it.
 * @param words what can stand in each brace
 */
export function fill(
  text: string,
  words: Record<string, readonly string[]>,
  random: Random,
): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const list = words[name]
    return list ? random.pick(list) : whole
  })
}

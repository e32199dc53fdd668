/** The fenced blocks of a page, by the heading above them; what nobody took can be told at the end. */
export function blocksOf(page: string) {
  let heading = ''
  const left = [...page.matchAll(/^## ([^\n]+)$|^```(\w+)\n(.*?)^```$/gms)].flatMap(
    ([, title, language = '', text = '']) => {
      heading = title ?? heading
      return title === undefined ? [{ heading, language, text }] : []
    },
  )
  return {
    /** Takes the next block below a heading. @throws where there is none, or one of another language */
    take: (below: string, language: string): string => {
      const at = left.findIndex((block) => block.heading === below)
      const [block] = at < 0 ? [] : left.splice(at, 1)
      if (block?.language !== language) throw new Error(`no block of ${language} below “${below}”`)
      return block.text
    },
    /** What was not taken. */
    left: () => left.map(({ heading: below, text }) => `${below}: ${text}`),
  }
}

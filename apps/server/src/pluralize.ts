/** A number of things in words: `1 post`, `2,000 posts`. */
export const pluralize = (n: number, one: string, several = `${one}s`): string =>
  `${n.toLocaleString('en')} ${n === 1 ? one : several}`

/** Things in a row: `a`, `a and b`, `a, b and c`. */
export const joinWithAnd = (things: readonly string[]): string =>
  things.length < 2
    ? things.join('')
    : `${things.slice(0, -1).join(', ')} and ${things[things.length - 1]}`

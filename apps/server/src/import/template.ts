import { BadValue } from './values.ts'

/** Gives a row's value of a column, or undefined where the row has no such column. */
export type ColumnValue = (column: string) => string | undefined

/** A text with columns in braces. */
export interface Template {
  columns: string[]
  fill(value: ColumnValue): string
}

/** A longer text fits no field, so more of it need not be put together. */
const longestText = 400_000

const separators = ',;:|/·•–—-'

/**
 * Compiles `{race}: {pollster}`. Where a part is empty, the separators and brackets around it go
 * along with it; where all are, so is the whole. `{{` and `}}` are braces.
 * @throws {BadValue} where a brace has no partner
 */
export function compileTemplate(source: string): Template {
  const parts: (string | { column: string })[] = []
  for (const match of source.matchAll(/\{\{|\}\}|\{([^{}]+)\}|[{}]|[^{}]+/g)) {
    const [token, column] = match
    if (column !== undefined) parts.push({ column: column.trim() })
    else if (token === '{{' || token === '}}') parts.push(token.charAt(0))
    else if (token === '{' || token === '}') {
      throw new BadValue(`"${source}" has a brace without its partner`)
    } else parts.push(token)
  }
  const columns = parts.flatMap((part) => (typeof part === 'string' ? [] : [part.column]))
  return {
    columns,
    fill: (value) => {
      let room = longestText
      const values = parts.map((part) => {
        const text = typeof part === 'string' ? part : (value(part.column) ?? '').trim()
        const kept = text.slice(0, room)
        room -= kept.length
        return kept
      })
      const empty = parts.map((part, i) => typeof part !== 'string' && values[i] === '')
      if (!empty.includes(true)) return values.join('')
      // Values stand aside as one private character each, so that only the template is tidied.
      const kept: string[] = []
      const skeleton = parts.map((part, i) => {
        if (typeof part === 'string') return part
        if (empty[i]) return ''
        kept.push(values[i] as string)
        return String.fromCharCode(0xe000 + kept.length - 1)
      })
      if (kept.length === 0) return ''
      return tidy(skeleton.join('')).replace(
        /[\ue000-\uf8ff]/g,
        (mark) => kept[mark.charCodeAt(0) - 0xe000] ?? '',
      )
    },
  }
}

const several = new RegExp(`([${separators}])(?:\\s*[${separators}])+`, 'g')
const ends = new RegExp(`^[\\s${separators}]+|[\\s${separators}]+$`, 'g')

const tidy = (text: string) =>
  text
    .replace(/\(\s*\)|\[\s*\]/g, '')
    .replace(several, '$1')
    .replace(/\s+/g, ' ')
    .replace(/ ([,;:])/g, '$1')
    .replace(ends, '')

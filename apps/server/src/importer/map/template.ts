import { say } from '@steward/i18n/sentence'
import { BadValue } from '../values.ts'

/** Gives a row's value of a column; undefined where the row has no such column. */
export type ColumnValue = (column: string) => string | undefined

/** The greatest length of a filled template in characters, since no field takes a longer text. */
const maxText = 400_000

export const isTemplate = (text: string): boolean => /[{}]/.test(text)

/** Compiles `{race}: {pollster}`, skipping empty parts; throws a BadValue for a lone brace. */
export function compileTemplate(source: string) {
  const parts: (string | { column: string })[] = []
  for (const [token, column] of source.matchAll(/\{\{|\}\}|\{([^{}]+)\}|[{}]|[^{}]+/g)) {
    if (column !== undefined) parts.push({ column: column.trim() })
    else if (token === '{' || token === '}')
      throw new BadValue(say('"{template}" has a brace without its partner', { template: source }))
    else parts.push(token.replace(/^(\{\{|\}\})$/, token.charAt(0)))
  }
  return {
    columns: parts.flatMap((part) => (typeof part === 'string' ? [] : [part.column])),
    fill: (value: ColumnValue): string => {
      let room = maxText
      const values: string[] = []
      let hasEmpty = false
      // Values are placeholders of one private character each, so that only the template is tidied.
      const skeleton: string[] = []
      const kept: string[] = []
      for (const part of parts) {
        const isText = typeof part === 'string'
        const text = (isText ? part : (value(part.column) ?? '').trim()).slice(0, room)
        room -= text.length
        values.push(text)
        hasEmpty ||= !isText && text === ''
        if (isText) skeleton.push(part)
        else if (text !== '') skeleton.push(String.fromCharCode(0xe000 + kept.push(text) - 1))
      }
      if (!hasEmpty) return values.join('')
      if (kept.length === 0) return ''
      const mark = /[\ue000-\uf8ff]/g
      return tidy(skeleton.join('')).replace(
        mark,
        (sign) => kept[sign.charCodeAt(0) - 0xe000] ?? '',
      )
    },
  }
}

const separators = ',;:|/·•–—-'
const several = new RegExp(`([${separators}])(?:\\s*[${separators}])+`, 'g')
const ends = new RegExp(`^[\\s${separators}]+|[\\s${separators}]+$`, 'g')

const tidy = (text: string) =>
  text
    .replace(/\(\s*\)|\[\s*\]/g, '')
    .replace(several, '$1')
    .replace(/\s+/g, ' ')
    .replace(/ ([,;:])/g, '$1')
    .replace(ends, '')

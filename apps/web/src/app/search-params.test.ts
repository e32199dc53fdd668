import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseSearch, stringifySearch } from './search-params.ts'

describe('what stands behind the question mark', () => {
  it('stays flat and readable', () => {
    const text = '?page=2&sort=-name&status=active&status=pending&search=a%26b'
    expect(parseSearch(text)).toEqual({
      page: '2',
      sort: '-name',
      status: ['active', 'pending'],
      search: 'a&b',
    })
    expect(stringifySearch(parseSearch(text))).toBe(text)
  })

  it('is text, whatever it looks like', () =>
    expect(parseSearch('?a=1&b=true&c=null&d={"x":1}&e=007')).toEqual({
      a: '1',
      b: 'true',
      c: 'null',
      d: '{"x":1}',
      e: '007',
    }))

  it('leaves out what is not there', () => {
    expect(stringifySearch({ a: undefined, b: null, c: [] })).toBe('')
    expect(stringifySearch({ a: 2, b: false, c: '' })).toBe('?a=2&b=false&c=')
  })

  it('takes no harm from a key of objects', () => {
    const found = parseSearch('?__proto__=x&constructor=y')
    expect(Object.entries(found)).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ])
  })

  it('survives its own writing', () => {
    const value = fc.oneof(fc.string(), fc.array(fc.string(), { minLength: 2, maxLength: 4 }))
    fc.assert(
      fc.property(fc.dictionary(fc.string(), value), (search) => {
        const back = parseSearch(stringifySearch(search))
        expect(Object.entries(back)).toEqual(
          // A lone surrogate can't be written in an address.
          Object.entries(search).map(([key, each]) => [wellFormed(key), deep(each)]),
        )
      }),
    )
  })
})

const wellFormed = (text: string) => text.toWellFormed()
const deep = (value: string | string[]) =>
  Array.isArray(value) ? value.map(wellFormed) : wellFormed(value)

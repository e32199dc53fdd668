import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ReadingOptions } from '../options.ts'
import { openInput } from './rows.ts'
import type { Source } from './source.ts'

/** A file in memory that comes in pieces. */
export function memorySource(content: string | Uint8Array, name = 'file.csv', piece = 7): Source {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  return {
    name,
    size: bytes.length,
    read: async function* () {
      for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece)
    },
  }
}

async function read(content: string | Uint8Array, options: ReadingOptions = {}, name?: string) {
  const input = await openInput(memorySource(content, name), options)
  const rows = []
  for await (const batch of input.rows) rows.push(...batch)
  return { ...input, rows }
}

const values = async (...args: Parameters<typeof read>) =>
  (await read(...args)).rows.map((row) => (row.reason ? String(row.reason) : { ...row.values }))

describe('CSV', () => {
  it('reads back whatever a writer quotes', async () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', '"', ',', '\n', '\r\n', ' ', 'é', '😃', ';'),
    })
    const table = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(table, fc.constantFrom(',', ';', '\t'), async (cells, delimiter) => {
        const text = stringify([['one', 'two'], ...cells], {
          delimiter,
          quoted: true,
          record_delimiter: '\r\n',
        })
        const kept = cells.filter((row) => row.some((value) => value.trim() !== ''))
        expect(await values(text, { delimiter })).toEqual(kept.map(([one, two]) => ({ one, two })))
      }),
    )
  })

  it('guesses the delimiter, trims the header, takes a byte order mark and CRLF', async () => {
    expect(await values('\ufeff name ; e-mail;\r\nÖzil;o@x.de;\r\n\r\n;;\r\n')).toEqual([
      { name: 'Özil', 'e-mail': 'o@x.de', column_3: '' },
    ])
  })

  it('numbers physical lines', async () => {
    const { rows } = await read('a,b\n1,"x\ny"\n\n2,z\n')
    expect(rows.map(({ line }) => line)).toEqual([2, 5])
  })

  it('loses one line to a quote that never closes, and goes on', async () => {
    const { rows } = await read('a,b\n1,x\n2,"open\n3,y\n4,"z"\n5,"q\nr"\n')
    expect(rows.map(({ line, reason }) => [line, reason === undefined])).toEqual([
      [2, true],
      [3, false],
      [4, true],
      [5, true],
      [6, true],
    ])
    const { rows: last } = await read('a,b\n1,"open\n3,y\n')
    expect(last.map(({ line, reason }) => [line, reason && String(reason)])).toEqual([
      [2, 'its quote never closes'],
      [3, undefined],
    ])
  })

  it('refuses rows with more or fewer columns', async () => {
    expect(await values('a,b\n1,2,3\n1\n1,2,\n')).toEqual([
      'has 3 columns; the header has 2',
      'has 1 columns; the header has 2',
      { a: '1', b: '2' },
    ])
  })

  it('takes bytes that are not UTF-8 for Windows-1252, and says so', async () => {
    const { notes, rows } = await read(Buffer.from('name\nJ\xf6rg \x93x\x94\n', 'latin1'))
    expect(rows[0]?.values['name']).toBe('Jörg “x”')
    expect(String(notes[0])).toContain('not UTF-8')
  })

  const little = Buffer.from('\ufeffname\nשלום\n', 'utf16le')
  const big = Buffer.from(little).swap16()

  it.each([
    [little, undefined],
    [big, undefined],
    [big, 'utf-16'],
    [little.subarray(2), 'utf-16le'],
    [big.subarray(2), 'utf-16be'],
  ])('reads UTF-16 in either byte order (case %#)', async (bytes, encoding) => {
    expect(await values(bytes, { encoding })).toEqual([{ name: 'שלום' }])
  })

  it.each([
    ['windows-1252', '80 92 9f e9', '€’Ÿé'],
    ['latin1', '80 92 9f e9', '€’Ÿé'],
    ['iso-8859-15', 'a4 e9', '€é'],
    ['windows-1250', '9c b9', 'śą'],
    ['windows-1251', 'cf f0 e8', 'При'],
    ['windows-1254', 'fe dd', 'şİ'],
    ['windows-1255', 'f9 ec', 'של'],
    ['windows-1256', 'e3 d1', 'مر'],
    ['koi8-r', 'f0 d2 c9', 'При'],
    ['shift_jis', '93 fa 96 7b 83 5c b1', '日本ソｱ'],
    ['euc-jp', 'c6 fc cb dc', '日本'],
    ['gb18030', 'd6 d0 81 30 81 30 95 32 82 36', '中\u0080𠀀'],
    ['big5', 'a4 a4', '中'],
    ['macintosh', '8e db', 'é€'],
    // What is cut off at the end of the file, or is no character, can be seen.
    ['utf-8', 'c3 a9 ff c3', 'é\ufffd\ufffd'],
  ])('reads %s, also when a character comes in two pieces', async (encoding, hex, text) => {
    const bytes = Buffer.from(`6e0a${hex.replaceAll(' ', '')}`, 'hex')
    const input = await openInput(memorySource(bytes, 'file.csv', 1), { encoding })
    const rows = []
    for await (const batch of input.rows) rows.push(...batch)
    expect(rows.map((row) => row.values['n'])).toEqual([text])
  })

  it.each(['utf-7', 'cp437', 'x-none', 'iso-2022-kr', 'euc-kr', 'base64'])(
    'says of %s that it can not be read',
    async (encoding) => {
      await expect(read('a\n1\n', { encoding })).rejects.toThrow(
        `"${encoding}" is no encoding that can be read here. utf-8,`,
      )
    },
  )

  it('turns escapes and entities back where asked', async () => {
    const file = 'a\n"James \\""Logan\\"" \\/x &amp; &#128512; &lt;b&gt;"\n'
    expect(await values(file, { unescape: true, entities: true })).toEqual([
      { a: 'James "Logan" /x & 😀 <b>' },
    ])
  })

  it.each([
    ['caf\\u00e9 \\ud83d\\ude00', 'café 😀', { unescape: true }],
    // Half a character, and a null character, are none.
    ['a \\ud83d b \\u0000', 'a \\ud83d b \\u0000', { unescape: true }],
    ['&eacute;&#39;&#x1F600;&euro;', "é'😀€", { entities: true }],
    // Once: what stands for an entity is text.
    [
      '&amp;amp; AT&T &copy=1 &nothing; &#0; &#xD800;',
      '&amp; AT&T &copy=1 &nothing; &#0; &#xD800;',
      { entities: true },
    ],
    ['&eacute; \\u00e9', '&eacute; \\u00e9', {}],
  ])('decodes %s', async (text, expected, options) => {
    expect(await values(`a\n${text}\n`, options)).toEqual([{ a: expected }])
  })

  it('decodes a text of nothing but entities in linear time', async () => {
    const began = performance.now()
    await values(`a\n${'&'.repeat(200_000)}${'&amp;'.repeat(20_000)}${'&a'.repeat(50_000)}\n`, {
      entities: true,
      unescape: true,
    })
    // In quadratic time it would take far longer.
    expect(performance.now() - began).toBeLessThan(20_000)
  })

  it('ends at a line that is longer than any row, and at columns beyond counting', async () => {
    const long = memorySource(`a,b\n${'x'.repeat(1_300_000)}`, 'file.csv', 100_000)
    const all = async () => {
      for await (const _ of (await openInput(long, {})).rows);
    }
    await expect(all()).rejects.toThrow('Line 2 has more than 1,000,000 characters')
    await expect(read('a,'.repeat(2000))).rejects.toThrow('2,001 columns')
  })

  it('says what an empty file lacks', async () => {
    await expect(read('')).rejects.toThrow('is empty')
  })
})

it('reads NDJSON with deeper names, long numbers and bad lines', async () => {
  const file =
    '{"id":901656910939770881,"user":{"name":"Ann"},"tags":["x"],"no":null}\nnope\n[1]\n\n{"id":1}\n'
  const found = await values(file, {}, 'file.ndjson')
  expect(found[0]).toEqual({ id: '901656910939770881', 'user.name': 'Ann', tags: '["x"]' })
  expect(found[1]).toContain('is no JSON')
  expect(found[2]).toBe('is no JSON object')
  expect(found[3]).toEqual({ id: '1' })
})

import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { type FormatOptions, openInput } from './rows.ts'
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

async function read(content: string | Uint8Array, options: FormatOptions = {}, name?: string) {
  const input = await openInput(memorySource(content, name), options)
  const rows = []
  for await (const batch of input.rows) rows.push(...batch)
  return { ...input, rows }
}

const values = async (...args: Parameters<typeof read>) =>
  (await read(...args)).rows.map((row) => row.reason ?? { ...row.values })

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
    expect(last.map(({ line, reason }) => [line, reason])).toEqual([
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
    const { notes, rows } = await read(iconv.encode('name\nJörg “x”\n', 'windows-1252'))
    expect(rows[0]?.values.name).toBe('Jörg “x”')
    expect(notes[0]).toContain('not UTF-8')
    expect((await values(iconv.encode('name\nשלום\n', 'utf-16le', { addBOM: true })))[0]).toEqual({
      name: 'שלום',
    })
  })

  it('turns escapes and entities back where asked', async () => {
    const file = 'a\n"James \\""Logan\\"" \\/x &amp; &#128512; &lt;b&gt;"\n'
    expect(await values(file, { unescape: true, entities: true })).toEqual([
      { a: 'James "Logan" /x & 😀 <b>' },
    ])
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

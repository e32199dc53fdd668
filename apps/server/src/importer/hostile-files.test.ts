import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { ImportArea } from '@steward/contract/areas/areas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areas } from '../areas.ts'
import { translatorIn } from '../languages.ts'
import { compileMapping } from './map/mapping.ts'
import { compileTemplate } from './map/template.ts'
import { readMoney } from './money.ts'
import type { ReadingOptions } from './options.ts'
import { openReading, type ReadBatch } from './parse/read-batches.ts'
import { readCsv } from './read/csv.ts'
import { openInput } from './read/rows.ts'
import { fileSource, type Line, readLines, type Source } from './read/source.ts'
import { openInWorker, ReaderUnavailable, type WorkerLimits } from './thread/thread.ts'
import { openReport } from './write/report.ts'

const memory = (text: string, name = 'file.csv', piece = 65_536): Source => ({
  name,
  size: Buffer.byteLength(text),
  read: async function* () {
    const bytes = Buffer.from(text)
    for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece)
  },
})

/** Reads CSV, and counts how often a line's text is looked at. */
async function countReads(texts: readonly string[]) {
  let reads = 0
  const lines = texts.map((text, i): Line => {
    return {
      number: i + 1,
      end: '\n',
      bytes: i,
      get text() {
        reads += 1
        return text
      },
    }
  })
  const source = (async function* () {
    for (let at = 0; at < lines.length; at += 500) yield lines.slice(at, at + 500)
  })()
  const rows = []
  for await (const some of readCsv(source, ',')) rows.push(...some)
  return { rows, readsALine: reads / texts.length }
}

async function read(
  text: string,
  { area = 'members', ...options }: ReadingOptions & { area?: ImportArea } = {},
  name?: string,
) {
  const reading = await openReading(memory(text, name), areas.imports[area], options)
  const batches: ReadBatch[] = []
  for await (const batch of reading.batches) batches.push(batch)
  const reasons = batches
    .flatMap(({ rows, bad }) => [...rows, ...bad].flatMap((row) => row.reasons))
    .map(({ reason }) => String(reason))
  return { reading, batches, reasons }
}

describe('class: quadratic reading', () => {
  test('of lines that each leave a quote open, whether outside or inside of one', async () => {
    const { rows, readsALine } = await countReads(Array(3_000).fill('z","'))
    expect(rows.map(({ line }) => line)).toEqual(rows.map((_, i) => i + 1))
    expect(rows[0]?.fields).toEqual({ reason: 'its quote never closes' })
    expect(readsALine).toBeLessThan(20)
  })

  test('of open quotes that one bad line ends for all of them', async () => {
    const { rows, readsALine } = await countReads([...Array(3_000).fill('z","'), 'x"y"z,1'])
    expect(rows).toHaveLength(3_001)
    expect(String((rows[2_999]?.fields as { reason?: unknown } | undefined)?.reason)).toMatch(
      /goes on after/,
    )
    expect(rows[3_000]?.fields).toEqual(['x"y"z', '1'])
    expect(readsALine).toBeLessThan(20)
  })

  test('of open quotes that never close within reason', async () => {
    const { rows, readsALine } = await countReads(Array(12_000).fill(`z","${'x'.repeat(60)}`))
    expect(rows).toHaveLength(12_000)
    expect(rows[0]?.fields).toEqual({ reason: 'its quote does not close within reason' })
    expect(readsALine).toBeLessThan(20)
  })

  test('of blank lines inside an open quote, which are bounded', async () => {
    const { rows, readsALine } = await countReads(['"open', ...Array(30_000).fill(''), 'a,b'])
    expect(rows.map(({ line, fields }) => [line, fields])).toEqual([
      [1, { reason: 'its quote does not close within reason' }],
      [30_002, ['a', 'b']],
    ])
    expect(readsALine).toBeLessThan(20)
  })

  test('of a long line that comes in many small pieces', async () => {
    const text = `${'x'.repeat(400_000)}\r\ny`
    const lines: Line[] = []
    for await (const some of readLines(memory(text, 'file.csv', 3), 'utf-8')) lines.push(...some)
    expect(lines.map((line) => [line.text.length, line.end])).toEqual([
      [400_000, '\r\n'],
      [1, ''],
    ])
  })

  test('of amounts, times and names by patterns that backtrack', async () => {
    const text = `title,price\nA,${'-'.repeat(200_000)}\n`
    const { reasons } = await read(text, { area: 'shoppingPosts' })
    expect(reasons).toEqual(['has 200000 characters; 500 are the most'])
  })

  test('of columns that are compared with a long name letter by letter', () => {
    const columns = Array.from({ length: 1_000 }, (_, i) => `${i}${'x'.repeat(990)}`)
    const map = { title: 'y'.repeat(2_000) }
    let message = ''
    try {
      compileMapping(areas.imports.tasks, { map }, columns)
    } catch (error) {
      message = (error as Error).message
    }
    expect(message).toMatch(/^The file has no column "yyy/)
    expect(message.length).toBeLessThan(5_000)
  })
})

describe('class: memory exhaustion', () => {
  test('by a row of a million columns', async () => {
    const { reasons } = await read(`name,phone\n${','.repeat(900_000)}\nAda,1\n`)
    expect(reasons).toEqual(['has more than 10,000 columns'])
  })

  test('by a quoted row of a million columns', async () => {
    const { reasons } = await read(`name,phone\n"x"${',"y"'.repeat(200_000)}\nAda,1\n`)
    expect(reasons).toEqual(['has more than 10,000 columns'])
  })

  test('by the name of a column', async () => {
    await expect(openInput(memory(`name,${'x'.repeat(2_000)}\nA,1\n`), {})).rejects.toThrow(
      /^The name of column 2 of file.csv has 2,000 characters, and can have 1,000 at most/,
    )
  })

  test('by objects that are deep, wide, or have long names', async () => {
    const deep = (n: number) => `${'{"a":'.repeat(n)}1${'}'.repeat(n)}`
    const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 1_001 }, (_, i) => [i, 1])))
    const long = JSON.stringify({ ['x'.repeat(1_001)]: 1 })
    const lists = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    const text = [deep(21), deep(50_000), wide, long, lists, '{"name":"Ada"}'].join('\n')
    const { reasons } = await read(text, {}, 'file.ndjson')
    expect(reasons).toEqual([
      'has objects more than 20 levels deep',
      expect.stringMatching(/levels deep|nested too deeply/),
      'has more than 1,000 columns',
      expect.stringMatching(/name has 1,001 characters; 1,000 are the most/),
      'is nested too deeply',
    ])
  })

  test('by a template that repeats a long column', () => {
    const filled = compileTemplate('{a}'.repeat(600)).fill(() => 'x'.repeat(100_000))
    expect(filled.length).toBe(400_000)
  })

  test('by questions of a poll', async () => {
    const options = JSON.stringify([{ text: 'Q', options: Array(1_001).fill('a') }])
    const rows = [
      { title: 'A', questions: options },
      { title: 'B', questions: 'x'.repeat(100_001) },
    ]
    const text = rows.map((row) => JSON.stringify(row)).join('\n')
    const { reasons } = await read(text, { area: 'polls' }, 'file.ndjson')
    expect(reasons).toEqual([
      'has 1001 options; 1000 are the most',
      'has 100001 characters; 100000 are the most',
    ])
  })

  test('by rows that are long: few of them make a batch, and what is told of one is cut', async () => {
    const row = `${'x'.repeat(900_000)},1,2`
    const { batches } = await read(`name,phone\n${`${row}\n`.repeat(12)}`)
    expect(batches.length).toBeGreaterThan(1)
    for (const { bad } of batches) {
      expect(bad.length).toBeLessThanOrEqual(5)
      for (const { raw } of bad) expect(raw.length).toBeLessThanOrEqual(100_001)
    }
  })

  test('by more rows than can be kept in mind', async () => {
    const text = `name\n${'A\n'.repeat(30)}`
    await expect(read(text, { maxRows: 20, batchSize: 5 })).rejects.toThrow(
      /^file.csv has more than 20 rows, the most that one import takes/,
    )
    expect((await read(text, { maxRows: 30 })).batches[0]?.read).toBe(30)
  })

  test('by a report of bad rows, which says where it ends', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'steward-report-'))
    const path = join(folder, 'report.csv')
    const report = openReport(path, '', translatorIn('en'), 2_000)
    for (let line = 2; line < 1_000; line += 1) {
      await report.add({
        line,
        reasons: [{ field: 'name', reason: 'is missing' }],
        raw: 'x'.repeat(50),
      })
    }
    await report.close()
    const text = await readFile(path, 'utf8')
    expect(text.length).toBeLessThan(2_500)
    expect(text).toMatch(/too many for this report,\n$/)
    await rm(folder, { recursive: true })
  })
})

describe('class: prototype', () => {
  const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty']

  test('a field is none because every object has it', () => {
    for (const name of names) {
      const map = Object.fromEntries([[name, 'title']])
      expect(() => compileMapping(areas.imports.tasks, { map }, ['title'])).toThrow(
        `no field "${name}"`,
      )
      expect(() => compileMapping(areas.imports.tasks, { set: map }, ['title'])).toThrow(
        `no field "${name}"`,
      )
    }
  })

  test('a column may be called so, and nothing else is read from it', async () => {
    const text = `title,${names.join(',')}\nA,${names.join(',')}\n`
    const { batches, reasons, reading } = await read(text, { area: 'tasks', guess: true })
    expect(reasons).toEqual([])
    expect(reading.first.columns).toEqual(['title', ...names])
    expect(reading.first.map).toEqual({ title: 'title' })
    expect(batches[0]?.rows[0]?.record).toMatchObject({ title: 'A' })
    const mapped = await read(text, { area: 'tasks', map: { title: '{constructor}-{__proto__}' } })
    expect(mapped.batches[0]?.rows[0]?.record['title']).toBe('constructor-__proto__')
    const named = await read(text, { area: 'tasks', id: ['__proto__'] })
    expect(named.batches[0]?.rows).toHaveLength(1)
    const line = '{"title":"A","__proto__":{"title":"B"},"constructor":{"x":1}}'
    const json = await read(line, { area: 'tasks' }, 'file.ndjson')
    expect(json.batches[0]?.rows[0]?.record['title']).toBe('A')
  })

  test('a currency is none because every object has it', () => {
    for (const name of ['constructor', '__proto__', 'tostring']) {
      expect(() => readMoney(`5 ${name}`)).toThrow('is no amount of money')
    }
  })
})

describe('a worker thread', () => {
  const { members } = areas.imports
  const limits: WorkerLimits = { heapMegabytes: 256, startMs: 60_000, stallMs: 30_000 }
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steward-hostile-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  const file = async (text: string) => {
    const path = join(folder, 'file.csv')
    await writeFile(path, text)
    return await fileSource(path)
  }
  const readAll = async (text: string, more: Partial<WorkerLimits> = {}, signal?: AbortSignal) => {
    const source = await file(text)
    const reading = await openInWorker(source, members, {}, { ...limits, ...more }, signal)
    const batches: ReadBatch[] = []
    try {
      for await (const batch of reading.batches) batches.push(batch)
    } finally {
      await reading.close?.()
    }
    return batches
  }
  const hostile = `name,about\n${'z","\n'.repeat(200_000)}`

  test('class: blocked event loop: reads while this one goes on, and gives what reading here gives', async () => {
    const ticks: number[] = []
    const timer = setInterval(() => ticks.push(performance.now()), 5)
    const began = performance.now()
    const batches = await readAll(hostile)
    const whole = performance.now() - began
    clearInterval(timer)
    expect(batches.reduce((sum, { bad }) => sum + bad.length, 0)).toBe(200_000)
    const longest = Math.max(...ticks.map((at, i) => at - (ticks[i - 1] ?? at)))
    // Reading it here takes several times as long without a pause; on a busy machine all of it takes longer.
    expect(longest).toBeLessThan(Math.max(1_000, whole / 2))
    expect(ticks.length).toBeGreaterThan(20)
    const text = 'name,email\nAda,ada@example.com\n,x\n'
    const { batches: here } = await read(text)
    const there = await readAll(text)
    const plain = ({ rows, bad }: ReadBatch) => [rows.map(({ key }) => key), bad]
    expect(there.map(plain)).toEqual(here.map(plain))
  })

  test('class: memory exhaustion: ends with its reason, and this process goes on', async () => {
    await expect(readAll(hostile, { heapMegabytes: 12 })).rejects.toThrow(
      /^file.csv takes more memory to read than an import may use/,
    )
  })

  test('class: time limit: is given up after its time, in all and for a batch', async () => {
    const slow = 'could not be read any further within 0.02 seconds'
    await expect(readAll(hostile, { totalMs: 20 })).rejects.toThrow(slow)
    await expect(readAll(hostile, { stallMs: 20, heapMegabytes: 255 })).rejects.toThrow(slow)
  })

  test('the clock of a file starts when the thread is up, however long that takes', async () => {
    // A heap of another size takes a new thread, of which nothing is heard while this one is held up.
    const time = 3_000
    const reading = readAll('name\nAda\n', { heapMegabytes: 254, stallMs: time, totalMs: time })
    await new Promise((done) => setTimeout(done, 50))
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, time)
    expect((await reading).at(-1)?.last).toBe(true)
  })

  test('a thread that does not start in time says nothing against the file', async () => {
    await expect(readAll('name\nAda\n', { heapMegabytes: 253, startMs: 1 })).rejects.toThrow(
      ReaderUnavailable,
    )
  })

  test('does not count against a file what is done between its batches', async () => {
    const totalMs = 3_000
    const source = await file('name\nAda\n')
    const reading = await openInWorker(source, members, {}, { ...limits, totalMs })
    await wait(totalMs + 500)
    const batches: ReadBatch[] = []
    for await (const batch of reading.batches) batches.push(batch)
    await reading.close?.()
    expect(batches.at(-1)?.last).toBe(true)
  })

  test('says what is wrong with a row as reading here does', async () => {
    const [batch] = await readAll('name\nAda,1\n')
    expect(
      batch?.bad.flatMap(({ reasons }) => reasons.map(({ reason }) => String(reason))),
    ).toEqual(['has 2 columns; the header has 1'])
  })

  test('ends where it is told to, and is used again', async () => {
    await expect(readAll(hostile, {}, AbortSignal.abort('stopped'))).rejects.toBe('stopped')
    const reading = await openInWorker(await file(hostile), members, {}, limits)
    for await (const { last } of reading.batches) {
      expect(last).toBe(false)
      break
    }
    await reading.close?.()
    expect((await readAll('name\nAda\n')).at(-1)?.last).toBe(true)
  })
})

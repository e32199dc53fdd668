import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findViolations, type RegisterOperation } from './linearizability.ts'

const operation =
  (kind: RegisterOperation['kind']) =>
  (
    version: number,
    invoked: number,
    completed: number,
    value = `v${version}`,
  ): RegisterOperation => ({
    kind,
    version,
    value,
    invoked,
    completed,
  })
const write = operation('write')
const read = operation('read')
const list = operation('list')
const unknown = Number.POSITIVE_INFINITY

describe('histories that an order explains', () => {
  test('nothing at all', () => {
    expect(findViolations([])).toEqual([])
  })

  test('writes and reads one after another', () => {
    expect(findViolations([write(1, 0, 1), read(1, 2, 3), write(2, 4, 5), read(2, 6, 7)])).toEqual(
      [],
    )
  })

  test('a read beside a write returns the state before or after it', () => {
    const writes = [write(1, 0, 1), write(2, 10, 20)]
    expect(findViolations([...writes, read(1, 11, 19)])).toEqual([])
    expect(findViolations([...writes, read(2, 11, 19)])).toEqual([])
  })

  test('an unknown write never takes effect, or long after it was sent', () => {
    const sent = [write(1, 0, 1), write(2, 2, unknown)]
    expect(findViolations([...sent, read(1, 50, 51)])).toEqual([])
    expect(findViolations([...sent, read(1, 50, 51), read(2, 90, 91)])).toEqual([])
  })

  test('of two unknown writes of one version, the one that was seen counts', () => {
    const sent = [write(1, 0, 1), write(2, 2, unknown, 'a'), write(2, 2, unknown, 'b')]
    expect(findViolations([...sent, read(2, 9, 10, 'b'), write(3, 11, 12)])).toEqual([])
  })
})

test('a list may show a write before the primary does', () => {
  const writes = [write(1, 0, 1), write(2, 2, 40)]
  expect(findViolations([...writes, list(2, 3, 4), read(1, 5, 6)])).toEqual([])
})

describe('histories that no order explains', () => {
  test('a list shows what was before an acknowledged write, or before a read', () => {
    expect(findViolations([write(1, 0, 1), write(2, 2, 3), list(1, 4, 5)])).toHaveLength(1)
    const read2 = [write(1, 0, 1), write(2, 2, 40), read(2, 3, 4)]
    expect(findViolations([...read2, list(1, 5, 6)])).toHaveLength(1)
  })

  test('an acknowledged write is lost', () => {
    const lost = [write(1, 0, 1), write(2, 2, 3), read(1, 14, 15)]
    expect(findViolations(lost)).toEqual([
      'the write of version 2 was over 11 ms before the read of version 1 began',
    ])
  })

  test('an acknowledged write is replaced by another one of the same version', () => {
    const lost = [write(1, 0, 1), write(2, 2, 3, 'a'), write(2, 4, 5, 'b')]
    expect(findViolations(lost)).toContain('version 2 is both a and b')
  })

  test('a write takes effect twice', () => {
    const twice = [write(1, 0, 1), write(2, 2, 3, 'a'), write(3, 4, 5, 'b'), read(4, 6, 7, 'a')]
    expect(findViolations(twice)).toContain('a took effect twice: 2 and 4')
  })

  test('a refused write is there all the same', () => {
    expect(findViolations([write(1, 0, 1), read(2, 2, 3, 'refused')])).toEqual([
      'refused of version 2 was refused, or never sent',
    ])
  })

  test('a read returns what was before an earlier read', () => {
    const history = [write(1, 0, 1), write(2, 2, 40), read(2, 3, 4), read(1, 5, 6)]
    expect(findViolations(history)).toHaveLength(1)
  })

  test('a read returns what is written only afterwards', () => {
    expect(findViolations([write(1, 0, 1), read(2, 2, 3), write(2, 4, 5)])).toHaveLength(1)
  })

  test('a version is missing', () => {
    expect(findViolations([write(1, 0, 1), write(3, 2, 3)])).toEqual([
      'nobody made what is before version 3',
    ])
    expect(findViolations([write(2, 2, 3)])).toEqual(['nobody made what is before version 2'])
  })
})

/** A history of a true register, each operation with its moment, and times around it. */
const trueHistory = fc
  .array(
    fc.record({
      isWrite: fc.boolean(),
      before: fc.integer({ min: 0, max: 30 }),
      after: fc.integer({ min: 0, max: 30 }),
    }),
    { maxLength: 40 },
  )
  .map((operations) => {
    let version = 1
    return operations.map(({ isWrite, before, after }, index) => {
      const moment = (index + 1) * 10
      if (index === 0) return write(1, moment - before, moment + after)
      if (isWrite) version += 1
      return (isWrite ? write : read)(version, moment - before, moment + after)
    })
  })

test('any history of a true register is explained', () => {
  fc.assert(fc.property(trueHistory, (history) => findViolations(history).length === 0))
})

test('a read of an older version after everything is over is noticed in any of them', () => {
  const withWrites = trueHistory.filter((history) => history.some(({ version }) => version > 1))
  fc.assert(
    fc.property(
      withWrites,
      (history) => findViolations([...history, read(1, 10_000, 10_001)]).length > 0,
    ),
  )
})

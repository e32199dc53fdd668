import fc from 'fast-check'
import { fitting, type JsonSchema, known, times, words } from './fuzz-values.ts'

const nested = (depth: number, open: string, close: string): unknown =>
  JSON.parse(open.repeat(depth) + close.repeat(depth))

/** Text that somebody sends who means harm, or whose program is broken. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    'x\udfff',
    '\u202egpj.exe',
    '\ufeff',
    'null',
    'undefined',
    'NaN',
    '-0',
    '1e999',
    '99999999999999999999999',
    '0x10',
    '[object Object]',
    '__proto__',
    'constructor',
    'hasOwnProperty',
    "' or 1=1 --",
    '$1',
    '#{7*7}',
    '{{x}}',
    '%00',
    '../../../etc/passwd',
    '..%2f..%2f',
    '-infinity',
    'infinity',
    'now',
    'epoch',
    '+275760-09-13T00:00:00.001Z',
    '-271821-04-20T00:00:00Z',
    '0000-01-01',
    '2026-01-01T24:00:00Z',
    '2026-01-01T00:00:60Z',
    '00000000-0000-0000-0000-000000000000',
    '=cmd|calc!A1',
    '\\',
    '\\x00',
    '\r\nx-injected: 1',
    '💥'.repeat(100),
    'a\u0301\u0302\u0303'.repeat(60),
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  // Halves of characters too.
  fc.array(fc.nat(0xffff), { maxLength: 12 }).map((codes) => String.fromCharCode(...codes)),
  fc.nat(4).map((n) => 'x'.repeat(10 ** n + 1)),
  known('any'),
  times,
)

/** Anything at all that JSON can hold. */
const hostile: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    -0,
    0.5,
    1e308,
    5e-324,
    2 ** 31,
    2 ** 53,
    2 ** 63,
    -(2 ** 63),
    [],
    {},
    [[]],
    [null],
    { length: 1 },
    { toString: 'x' },
    { $ne: null },
    JSON.parse('{"constructor":{"prototype":{"polluted":true}}}'),
    nested(500, '[', ']'),
    nested(200, '{"a":[', ']}'),
  ),
  fc.array(hostileText, { maxLength: 3 }),
  fc.jsonValue({ depthSize: 'medium' }),
)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** One change of a value somewhere in it. */
interface Mutation {
  /** Which of its places, counted from the outside in. */
  place: number
  how: 'replace' | 'remove' | 'wrap' | 'add'
  value: unknown
  key: string
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  place: fc.nat(40),
  how: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'wrap', 'add'),
  value: hostile,
  key: fc.oneof(
    fc.constantFrom('_id', 'id', 'constructor', 'version', 'deleted_at', 'permissions', 'toString'),
    words,
  ),
})

function placesIn(value: unknown): [Record<string, unknown>, string][] {
  if (!isRecord(value)) return []
  return Object.keys(value).flatMap((key) => [
    [value, key] as [Record<string, unknown>, string],
    ...placesIn(value[key]),
  ])
}

/** A value that is changed in one place. */
function mutated(value: unknown, { place, how, value: other, key }: Mutation): unknown {
  const whole: Record<string, unknown> = { value: structuredClone(value) }
  const places = placesIn(whole)
  const [holder, name] = places[place % places.length] ?? [whole, 'value']
  const held = holder[name]
  if (how === 'remove') delete holder[name]
  else if (how === 'wrap') holder[name] = [held, held]
  else if (how === 'add' && isRecord(held) && !Array.isArray(held)) held[key] = other
  else holder[name] = other
  return whole['value']
}

/**
 * Values of a part of a request: such that fit, such that almost fit, and others.
 * @param example one that is known to be taken
 */
export function partOf(schema: JsonSchema, example: unknown): fc.Arbitrary<unknown> {
  const fits = example ? fc.oneof(fitting(schema), fc.constant(example)) : fitting(schema)
  return fc.oneof(
    { weight: 4, arbitrary: fits },
    { weight: 5, arbitrary: fc.tuple(fits, mutation).map(([value, how]) => mutated(value, how)) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fits, fc.array(mutation, { minLength: 2, maxLength: 5 }))
        .map(([value, all]) => all.reduce(mutated, value)),
    },
    { weight: 1, arbitrary: hostile },
  )
}

import { expect, it } from 'vitest'
import { extract } from './extract.ts'

const of = (code: string, path = 'apps/web/src/features/x.tsx') => {
  const { found, unmarked } = extract(path, code)
  return {
    found: found.map(({ message, context, notes }) => [message, context, ...notes].filter(Boolean)),
    unmarked: unmarked.map(({ text }) => text),
  }
}

it('finds messages with their context and the notes for translators', () => {
  const code = `
    // i18n: {name} is that of a person
    t('Hello {name}', { name })
    const label = msg('Open', 'a verb')
    rich('Sent to <b>{to}</b>', { to, b })
    t(isNew ? 'New' : 'Old')`
  expect(of(code).found).toEqual([
    ['Hello {name}', '{name} is that of a person'],
    ['Open', 'a verb'],
    ['Sent to <b>{to}</b>'],
    ['New'],
    ['Old'],
  ])
  expect(of(code).unmarked).toEqual([])
})

it.each([
  ['a text between tags', '<p>Nothing here</p>'],
  ['an attribute', '<Button label="remove" />'],
  ['a sentence in code', 'const words = isOld ? "It is old" : ""'],
  ['a sentence with values', 'const words = `Deleted by $' + '{name}`'],
  ['a property', 'const column = { label: "Number" }'],
])('reports %s that isn’t marked', (_what, code) => {
  expect(
    of(`const x = () => { ${code.startsWith('<') ? `return ${code}` : code} }`).unmarked,
  ).toHaveLength(1)
})

it.each([
  ['names of classes', '<p className="row between gap-12">{x}</p>'],
  ['keys', 'if (event.key === "Enter") x()'],
  ['errors for developers', 'throw new Error("The path lacks its id")'],
  ['types', 'type Kind = "One thing" | "Another"'],
  ['what is excused', '// i18n-ignore: a name\nconst name = "Steward Server"'],
])('says nothing of %s', (_what, code) => {
  expect(of(code.startsWith('<') ? `const x = () => ${code}` : code).unmarked).toEqual([])
})

it('takes a message that a call marks beside what is excused', () => {
  const { found, unmarked } = of('// i18n-ignore: a key\nconst line = ["Esc key", msg("Close it")]')
  expect(found).toEqual([['Close it']])
  expect(unmarked).toEqual([])
})

it('takes labels and nouns of the contract, and knows its documentation', () => {
  const code = `export const areas = { bills: { one: 'bill', title: 'Bills', summary: 'Lists bills' } }`
  const { found } = extract('packages/contract/src/areas/x.ts', code)
  expect(found.map(({ message, isDocs = false }) => [message, isDocs])).toEqual([
    ['bill', false],
    ['Bills', false],
    ['Lists bills', true],
  ])
})

import { directionOf, isolated } from '@steward/i18n/reader'
import { anything, language, like, locale, pattern, t } from './messages.ts'

/** The button of the menu of any row. */
export const anyActions = like('Actions for {record}')

/** What makes a record, then creates it, and saves one that is there; `one` is its noun, such as `bill`. */
export const newOne = (one: string) => t(`New ${one}`)
export const createOne = (one: string) => t(`Create ${one}`)
export const saveOne = (one: string) => t(`Save ${one}`)

/** Which rows of a list its page shows. */
export const rangeOf = (first: number, last: number, total: number) =>
  t('{first}–{last} of {total}', { first, last, total })

/** A permission as it is named on screens. */
export const permissionText = (module: string, submodule: string, action: string) =>
  `${t(module)} · ${t(submodule)} · ${t(action)}`

/** The name of a box of the matrix of permissions, with what has become of it. */
export const boxName = (area: string, action: string, mark?: 'gained' | 'lost') =>
  t(
    '{area}: {action}{mark, select, gained {, newly granted} lost {, revoked} unknown {, unknown} other {}}{locked, select, true {, you don’t have it yourself} other {}}',
    { area: t(area), action: t(action), mark },
  )

/** The name of a box of the matrix of permissions, whatever has become of it. */
export const anyBox = (area: string, action: string): RegExp =>
  new RegExp(`^${pattern(boxName(area, action))}(?![\\s\\p{L}])`, 'u')

/** An amount as it is written on screens, exact where it is a text. */
export const money = (currency: string, amount: number | `${number}`): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency })
    .formatToParts(amount)
    .map(({ type, value }) =>
      type === 'currency' ? isolated(value, directionOf(language)) : value,
    )
    .join('')

/** What is said of somebody whose status has changed. */
export const statusText = (name: string, status: 'active' | 'inactive') =>
  t(
    '{status, select, active {{name} is active} inactive {{name} is inactive} other {{name} is {status}}}',
    { name, status },
  )

/** What is said of an empty field that has to be filled in. */
export const enterA = (label: string) =>
  t('Enter a {field}', { field: language === 'en' ? label.toLowerCase() : t(label) })

/** An amount as it is typed, by the decimal mark of the run's language. */
export const typed = (amount: string): string => {
  const parts = new Intl.NumberFormat(locale).formatToParts(1.5)
  return amount.replace('.', parts.find(({ type }) => type === 'decimal')?.value ?? '.')
}

/** A text that a message with some numbers in its plurals is a part of, whatever they are. */
export function counted(message: string, names = ['count'], values = {}): string {
  // One of each plural form of any language.
  const numbers = [0, 1, 2, 3, 11, 100]
  let all: Record<string, number>[] = [{}]
  for (const name of names) all = all.flatMap((one) => numbers.map((n) => ({ ...one, [name]: n })))
  const texts = all.map((one) => t(message, { ...values, ...one }))
  const patterns = texts.map((text) => pattern(text).replaceAll(/\d+/g, '[\\d.,]+'))
  return `(?:${[...new Set(patterns)].join('|')})`
}

type JobState = 'Paused' | 'Done' | 'Cancelled'

/** What is said of a job that is in a state, with what the result begins with. */
export function jobIs(state: JobState, result = ''): RegExp {
  const word = t(state, {}, 'state of a job')
  const said =
    state === 'Paused'
      ? t('{state}: {progress}', { state: word, progress: anything })
      : t('{state}. {result}', { state: word, result: anything })
  return new RegExp(`^${pattern(said).replace(/\.\*$/, () => result)}`)
}
/** The parts of a job’s result. */
export const resultOf = (...parts: string[]): string =>
  parts.join(t(', ', {}, 'between the items of a list'))

/** How a message with many numbers ends, whatever they are: what it has in common with one value of each and another. */
export function endOf(message: string, ...values: [object, object]): string {
  const [one, other] = values.map((each) => t(message, { ...each })) as [string, string]
  let length = 0
  while (length < one.length && one.at(-1 - length) === other.at(-1 - length)) length += 1
  return one.slice(one.length - length)
}

/** The subject of an e-mail, in the language of the run or in English: whoever has not signed in yet has no language. */
export const subjectOf = (message: string): RegExp =>
  new RegExp([message, t(message)].map(pattern).join('|'))

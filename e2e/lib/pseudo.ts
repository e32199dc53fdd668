import type { Page } from '@playwright/test'
import { compiled, languageCodes, languageName } from '@steward/i18n/catalog'
import type { Compiled, Token } from '@steward/i18n/message'
import { type Catalog, textOf, translator } from '@steward/i18n/reader'
import { keysByPart } from '../../apps/web/build/messages.ts'
import type { Part } from '../../apps/web/src/api/language/languages.ts'

/** One letter of another alphabet for each of the English one, so that what has an English letter isn't a message. */
const accented: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['abcdefghijklmnopqrstuvwxyz', 'āƀċďēƒĝĥīĵķļḿņōṗǫŗŝţūṽŵẋŷẑ'],
    ['ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'ĀƁĊĎĒƑĜĤĪĴĶĻḾŅŌṖǪŖŜŢŪṼŴẊŶẐ'],
  ].flatMap(([plain = '', marked = '']) =>
    [...plain].map((letter, at) => [letter, [...marked][at] ?? ''] as const),
  ),
)

/** How much longer a text is than the English one, for each of its letters: most translations are shorter. */
const growth = 0.4

/** A text in accented letters, of which as many are there twice as make it longer by 40 %; tags stay. */
function lengthened(text: string): string {
  let more = growth
  return text.replace(/<\/?\w+\/?>|[A-Za-z]/g, (found) => {
    const letter = accented[found]
    if (letter === undefined) return found
    more += growth
    if (more < 1) return letter
    more -= 1
    return letter + letter.toLowerCase()
  })
}

const marked = (token: Token): Token => {
  if (typeof token === 'string') return lengthened(token)
  const [name, kind, cases] = token
  if (kind === undefined || cases === undefined) return token
  const each = Object.entries(cases).map(([key, tokens]) => [key, tokens.map(marked)] as const)
  return [name, kind, Object.fromEntries(each)] as const
}

/** An English message as its translation into a language that is nothing but longer: `[Ŝāāvēē]`. */
export function pseudo(message: string): Compiled {
  const made = compiled(message)
  if (typeof made === 'string') return `[${lengthened(made)}]`
  return ['[', ...made.map(marked), ']']
}

const catalogOf = (keys: Iterable<string>): Catalog =>
  Object.fromEntries([...keys].map((key) => [key, pseudo(textOf(key))]))

const keys = keysByPart()
const catalogs: Record<Part, Catalog> = {
  start: catalogOf(keys.start),
  rest: catalogOf(keys.rest),
}

/** The English texts of all messages. */
const english = new Set([...keys.start, ...keys.rest].map(textOf))

/** What the windows say for a message once `putPseudo` was called. */
export const { t } = translator(
  { language: 'de', locale: 'de-DE', timeZone: 'Europe/Berlin' },
  { ...catalogs.start, ...catalogs.rest },
)

/** Lets a page read the lengthened messages in German's place. */
export async function putPseudo(page: Page): Promise<void> {
  await page.route(/\/assets\/de-(start|rest)-[^/]+\.json$/, (route) =>
    route.fulfill({
      json: catalogs[route.request().url().includes('/de-start-') ? 'start' : 'rest'],
    }),
  )
}

/** Texts that are no messages, and why. */
const untranslated: readonly [text: string | RegExp, why: string][] = [
  ['Steward', 'the name of the product'],
  ['Owner', 'the name of who the tests sign in as'],
  [/^Tab$/, 'a key’s name as it stands on keyboards'],
  [/^(Microsoft|Entra|Okta)$/, 'a word of the names of products'],
]

/** What Intl writes for a German reader: months, days, units, languages and the like. */
function intlWords(): Set<string> {
  const of = 'de-DE'
  const texts: string[] = []
  for (const style of ['long', 'short', 'narrow'] as const) {
    for (let at = 0; at < 12; at += 1) {
      const day = new Date(2026, at, at + 1)
      texts.push(day.toLocaleDateString(of, { month: style, day: 'numeric' }))
      texts.push(day.toLocaleDateString(of, { month: style }))
      texts.push(new Date(2026, 0, at).toLocaleDateString(of, { weekday: style }))
    }
    for (const unit of [
      'year',
      'quarter',
      'month',
      'week',
      'day',
      'hour',
      'minute',
      'second',
    ] as const)
      for (const value of [-5, -2, -1, 0, 1, 2, 5])
        texts.push(new Intl.RelativeTimeFormat(of, { style, numeric: 'auto' }).format(value, unit))
    for (const unit of Intl.supportedValuesOf('unit'))
      for (const value of [1, 2])
        texts.push(
          new Intl.NumberFormat(of, { style: 'unit', unit, unitDisplay: style }).format(value),
        )
  }
  for (const type of ['conjunction', 'disjunction'] as const)
    texts.push(new Intl.ListFormat(of, { type }).format(['1', '2', '3']))
  for (const type of ['long', 'short', 'shortGeneric', 'longGeneric', 'shortOffset'] as const)
    for (const month of [0, 6])
      texts.push(
        new Intl.DateTimeFormat(of, {
          timeStyle: 'short',
          dateStyle: 'long',
          timeZone: 'Europe/Berlin',
        }).format(new Date(2026, month)),
        new Intl.DateTimeFormat(of, { timeZoneName: type, timeZone: 'Europe/Berlin' }).format(
          new Date(2026, month),
        ),
      )
  const names = new Intl.DisplayNames(of, { type: 'currency' })
  for (const currency of Intl.supportedValuesOf('currency'))
    texts.push(currency, names.of(currency) ?? '')
  texts.push(...languageCodes().map(languageName))
  texts.push('UTC', 'AM', 'PM')
  return new Set(texts.flatMap((text) => text.match(/\p{L}+/gu) ?? []))
}

const intl = intlWords()
const zones = new Set(Intl.supportedValuesOf('timeZone').flatMap((zone) => zone.split(/[/_-]/)))

/** A text of a page, and where it stands. */
interface Shown {
  text: string
  where: string
}

/** Every text of a page, seen or read out. */
const shownTexts = (page: Page): Promise<Shown[]> =>
  page.evaluate(() => {
    const whereOf = (element: Element | null): string => {
      const parts: string[] = []
      for (let each = element; each && each !== document.body; each = each.parentElement) {
        const role = each.getAttribute('role')
        const own = [...each.classList].find((name) => !/^(m_|mantine)/.test(name)) ?? ''
        parts.unshift(each.localName + (role ? `[${role}]` : '') + (own ? `.${own}` : ''))
      }
      return parts.slice(-5).join(' > ')
    }
    const texts = [{ text: document.title, where: 'title' }]
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { parentElement: own } = walker.currentNode
      if (!own || own.closest('script, style, noscript, template')) continue
      // What a person of this community wrote or is called, and what programs read.
      if (own.closest('textarea, [contenteditable], code')) continue
      // What records say stands apart, and whole: parts of it may be marked.
      const whole = own.closest('bdi')
      texts.push({
        text: (whole ?? walker.currentNode).textContent ?? '',
        where: whereOf(whole ?? own),
      })
    }
    const names = [
      'aria-label',
      'aria-description',
      'aria-roledescription',
      'aria-valuetext',
      'title',
      'placeholder',
      'alt',
      'data-keys',
    ]
    for (const name of names)
      for (const element of document.querySelectorAll(`[${name}]`))
        texts.push({
          text: element.getAttribute(name) ?? '',
          where: `${whereOf(element)} @${name}`,
        })
    return texts
  })

/** Collects the texts of a server’s answers: what a page shows of records is no message. */
export function collectData(page: Page): (texts: readonly Shown[]) => Shown[] {
  const values = new Set<string>()
  /** With those that are the same as a message: the answers of a poll may be. */
  const sent = new Set<string>()
  /** Those that would be taken apart, such as `Online: planning the fair`. */
  const composed = new Set<string>()
  let all = ''
  const take = (value: unknown, name = '') => {
    if (typeof value === 'string' && !/^(message|template)$/.test(name)) sent.add(plain(value))
    if (Array.isArray(value)) for (const each of value) take(each, name)
    else if (typeof value === 'object' && value !== null)
      for (const [key, each] of Object.entries(value)) take(each, key)
    // The server's English, and codes, are written by messages.
    else if (typeof value === 'string' && !isEnglish(value, name)) {
      const text = plain(value)
      values.add(text)
      if (/[\p{P}\p{S}]/u.test(text) && /\s/.test(text) && text.length < 200) composed.add(text)
      if (name === 'timeZone') for (const word of text.split(/[/_-]/)) zones.add(word)
      all += `\n${text}\n`
    }
  }
  page.on('response', (response) => {
    if (!/json/.test(response.headers()['content-type'] ?? '')) return
    if (!/\/api\//.test(response.url())) return
    void response.json().then(take, () => {})
  })
  const isPart = (piece: string) => {
    if (values.has(piece)) return true
    if (piece.split(' ').length < 3) return false
    return all.includes(piece)
  }
  const known = new Map<string, boolean>()
  const isExcused = (piece: string): boolean => {
    const found = known.get(piece)
    if (found) return true
    const is = isPart(piece) || piece.split(/[\s\p{P}\p{S}\d]+/u).every(isWordExcused)
    known.set(piece, is)
    return is
  }
  const isWordExcused = (word: string) =>
    !/[A-Za-z]{2}/.test(word) ||
    intl.has(word) ||
    zones.has(word) ||
    values.has(word) ||
    untranslated.some(([text]) => (typeof text === 'string' ? text === word : text.test(word)))
  const isKnown = (text: string): boolean => {
    const words = plain(text)
    if (!/[A-Za-z]{2}/.test(words) || isExcused(words)) return true
    // The parts between the words of messages.
    return words
      .split(markedWords)
      .every((piece) => isMadeOfData(piece) || isMadeOfData(withoutComposed(piece)))
  }
  const withoutComposed = (piece: string) => {
    const within = [...composed].filter((value) => piece.includes(value))
    return within.reduce((left, value) => left.replace(value, ' · '), piece)
  }
  const isMadeOfData = (text: string, next = 0): boolean => {
    const piece = trimmed(text)
    if (isExcused(piece) || isExcused(text.trim())) return true
    const separator = separators[next]
    return (
      separator !== undefined &&
      piece.split(separator).every((each) => isMadeOfData(each, next + 1))
    )
  }
  return (texts) =>
    texts.filter(
      ({ text, where }) =>
        !isInitials(text, where) &&
        !(/bdi[^>]*$/.test(where) && sent.has(plain(text))) &&
        !isKnown(text),
    )
}

const markedLetters = Object.values(accented).join('')
const markedWords = new RegExp(`[\\[\\]]|[${markedLetters}]+`, 'u')

/** What values are put together by, from what parts the most. */
const separators = [/[·•|→\n]/, /\s[–—-]\s/, /[“”„‚‘"«»()]/, /[:;]/, /,|\s(?:und|oder)\s/]

const plain = (text: string) =>
  text
    .replace(/[\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
const trimmed = (text: string) => text.replace(/^[\s\p{P}]+|[\s\p{P}]+$/gu, '')

/** What stands for a picture of somebody. */
const isInitials = (text: string, where: string) =>
  /picture/i.test(where) && /^\p{Lu}{1,3}$/u.test(text)

const isEnglish = (value: string, name: string) =>
  name !== 'slug' &&
  (/^(message|template)$/.test(name) || english.has(value) || /^[a-z][a-z_-]*$/.test(value))

/** Texts of a page that are neither messages nor of its data, and where they stand. */
export async function untranslatedOn(
  page: Page,
  unknown: ReturnType<typeof collectData>,
): Promise<string[]> {
  const found = unknown(await shownTexts(page))
  return [...new Set(found.map(({ text, where }) => `${plain(text)} — ${where}`))]
}

/** Names that end in an ellipsis where nothing else says the whole of them. */
export const unreachable = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((each) => each.closest('button, [role=button], [role=tab], h1, h2, h3, h4, nav a'))
      .filter((each) => [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE))
      .filter((each) => {
        const style = getComputedStyle(each)
        const isTold = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none'
        const isCut =
          each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 3
        return isTold && isCut && each.clientWidth > 1 && style.overflow !== 'visible'
      })
      .filter((each) => {
        const words = (each.textContent ?? '').trim()
        const named = each.closest('[title], [aria-label], [data-clip]')
        const said = `${named?.getAttribute('title')} ${named?.getAttribute('aria-label')}`
        return !named?.matches('[data-clip]') && !said.includes(words)
      })
      .map((each) => each.textContent ?? ''),
  )

import { existsSync, readFileSync } from 'node:fs'
import categories from './words/en/categories.json' with { type: 'json' }
import events from './words/en/events.json' with { type: 'json' }
import history from './words/en/history.json' with { type: 'json' }
import people from './words/en/names.json' with { type: 'json' }
import operations from './words/en/operations.json' with { type: 'json' }
import polls from './words/en/polls.json' with { type: 'json' }
import feed from './words/en/posts.json' with { type: 'json' }
import roles from './words/en/roles.json' with { type: 'json' }
import comments from './words/en/task-comments.json' with { type: 'json' }

// Texts of the demonstration community, from words/<language>/*.json; `{…}` is filled from the slots beside them.

/** The files of a language, as English has them. */
const english = {
  categories,
  events,
  history,
  names: people,
  operations,
  polls,
  posts: feed,
  roles,
  'task-comments': comments,
}
type Files = typeof english
/** The names of the files that a language may have. */
export const wordFiles = Object.keys(english) as (keyof Files)[]

/** A file of a language; that of English where the language has none. */
export function wordFile<F extends keyof Files>(name: F, language: string): Files[F] {
  const file = new URL(`./words/${language}/${name}.json`, import.meta.url)
  if (language === 'en' || !/^[a-z]{2,3}$/.test(language) || !existsSync(file)) return english[name]
  return JSON.parse(readFileSync(file, 'utf8')) as Files[F]
}

export interface Names {
  weight: number
  given: readonly string[]
  family: readonly string[]
  /** Whether the family name comes first; `between` is the text between both names. */
  familyFirst?: boolean
  between?: string
}

export interface CategoryText {
  slug: string
  name: string
  color?: string
  description?: string
  inactive?: boolean
  below?: readonly CategoryText[]
}

interface PostText {
  category: string
  text: string
}

/** The texts of a community whose people mostly speak one language. */
export function wordsIn(language: string) {
  const { eventTexts, eventHosts } = wordFile('events', language)
  const { main, phones, places, ...named } = wordFile('names', language)
  const posts = wordFile('posts', language)
  return {
    ...wordFile('operations', language),
    ...wordFile('polls', language),
    ...wordFile('history', language),
    ...wordFile('task-comments', language),
    ...wordFile('roles', language),
    language,
    /** The language that most people of the community speak. */
    main,
    /** What the numbers of telephones begin with; none of them is anybody's. */
    phones,
    places,
    /** Names by the languages that are spoken there, and what people say of themselves. */
    names: named.names as Readonly<Record<string, Names>>,
    abouts: named.abouts as Readonly<Record<string, readonly string[]>>,
    unusualNames: named.unusualNames,
    categoryTree: wordFile('categories', language).categoryTree as readonly CategoryText[],
    /**
     * Kinds of recurring events. Their length is in minutes, their start an hour of the day in UTC. `weekday` is the
     * day that the title names, from 0 for Sunday; the place is one of the quarter's places unless `at` names it.
     */
    eventTexts,
    eventHosts,
    /** Posts by language with their category's slug; those of the main language repeat with other words. */
    posts: posts.posts as Readonly<Record<string, readonly PostText[]>>,
    postsMain: posts.main,
    slots: posts.slots,
  }
}

export type Words = ReturnType<typeof wordsIn>
export type EventText = Words['eventTexts'][number]
export type QuestionText = Readonly<Words['surveyQuestions'][number]>
export type Offer = Words['offers'][number]

import { readFileSync } from 'node:fs'

// The words of the demonstration community, for people to edit: words/*.json. In their texts `{…}` is filled from the
// slots beside them.

const read = <T>(topic: string): T =>
  JSON.parse(readFileSync(new URL(`words/${topic}.json`, import.meta.url), 'utf8'))

type Texts = readonly string[]
type Slots = Readonly<Record<string, Texts>>

/** A language of the community; posts and names of a person belong together. */
export type Language =
  | 'en'
  | 'de'
  | 'fr'
  | 'es'
  | 'tr'
  | 'pl'
  | 'vi'
  | 'ar'
  | 'he'
  | 'ru'
  | 'el'
  | 'hi'
  | 'ja'
  | 'zh'
  | 'ko'

/** Given and family names; where the script isn't Latin, with a Latin form after a bar. */
interface Names {
  weight: number
  given: Texts
  family: Texts
  /** Family name first, and what stands between. */
  familyFirst?: boolean
  between?: string
}

/** People: `unusualNames` try a screen, `abouts` are what they say about themselves. */
export const { names, unusualNames, places, abouts } = read<{
  names: Record<Language, Names>
  unusualNames: readonly { name: string; latin: string; language: Language }[]
  places: Texts
  abouts: Partial<Record<Language, Texts>>
}>('names')

/** A category and those below it. */
export interface CategoryText {
  slug: string
  name: string
  color?: string
  description?: string
  inactive?: boolean
  below?: readonly CategoryText[]
}

export const { categoryTree } = read<{ categoryTree: readonly CategoryText[] }>('categories')

/** A kind of event that comes again. Minutes for its length; hour of the day (UTC) it starts. */
export interface EventText {
  title: string
  description: string
  hour: number
  minutes: number
  capacity?: number
  online?: boolean
  /** The day of the week that its title names, from 0 for Sunday. */
  weekday?: number
  /** A fixed place; otherwise one of the quarter's. */
  at?: string
}

/** Events, and those outside the community who hold some. */
export const { eventTexts, eventHosts } = read<{
  eventTexts: readonly EventText[]
  eventHosts: Texts
}>('events')

/** A question and its answers. */
export interface QuestionText {
  text: string
  options: Texts
}

/** A poll asks one question; `rounds` follow the titles of those that come again. */
export const { pollTexts, rounds, surveyTopics, surveyQuestions } = read<{
  pollTexts: readonly (QuestionText & { title: string })[]
  rounds: Texts
  surveyTopics: Texts
  surveyQuestions: readonly QuestionText[]
}>('polls')

/** Posts by language, each with the slug of its category; those in English repeat with other words. */
export const { posts, slots } = read<{
  posts: Record<Language, readonly (readonly [category: string, text: string])[]>
  slots: Slots
}>('posts')

/** Something for sale, with prices from and to in euros. */
export type Offer = readonly [
  category: string,
  title: string,
  description: string,
  low: number,
  high: number,
]

/** Who bills go to. */
type Payer = 'member' | 'business' | 'outside'

/** Tasks, bills with prices from and to, and things for sale. */
export const {
  taskTexts,
  taskSlots,
  taskExtras,
  billTexts,
  outsidePayers,
  billNotes,
  businesses,
  offers,
} = read<{
  taskTexts: readonly (readonly [title: string, description: string | null])[]
  taskSlots: Slots
  taskExtras: Texts
  billTexts: readonly (readonly [title: string, to: Payer, low: number, high: number])[]
  outsidePayers: Texts
  billNotes: Texts
  businesses: Texts
  offers: readonly Offer[]
}>('operations')

/** What staff say about tasks. */
export const { taskComments } = read<{ taskComments: Texts }>('task-comments')

/**
 * Those who registered to help, and wait (hours ago, and whether they have confirmed their address); accounts that
 * joined within an hour of each other and post the same, and why others reported it.
 */
export const { registrations, spammers, reportReasons, spamTexts, spamSlots } = read<{
  registrations: readonly { name: string; email: string; hours: number; confirmed: boolean }[]
  spammers: readonly { name: string; email: string }[]
  reportReasons: readonly { reason: string | null; reporter: string | null }[]
  spamTexts: Texts
  spamSlots: Slots
}>('history')

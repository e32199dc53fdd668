import categories from './words/categories.json' with { type: 'json' }
import events from './words/events.json' with { type: 'json' }
import history from './words/history.json' with { type: 'json' }
import people from './words/names.json' with { type: 'json' }
import operations from './words/operations.json' with { type: 'json' }
import polls from './words/polls.json' with { type: 'json' }
import feed from './words/posts.json' with { type: 'json' }
import comments from './words/task-comments.json' with { type: 'json' }

// The words of the demonstration community, for people to edit: words/*.json. In their texts `{…}` is filled from the
// slots beside them.

/** A language of the community; posts and names of a person belong together. */
export type Language = keyof typeof people.names

/** Given and family names; where the script isn't Latin, with a Latin form after a bar. */
interface Names {
  weight: number
  given: readonly string[]
  family: readonly string[]
  /** Family name first, and what is between. */
  familyFirst?: boolean
  between?: string
}

export const names: Readonly<Record<Language, Names>> = people.names
/** What people say about themselves. */
export const abouts: Readonly<Partial<Record<Language, readonly string[]>>> = people.abouts
export const { places } = people
/** Names that try a screen. */
export const unusualNames = people.unusualNames as {
  name: string
  latin: string
  language: Language
}[]

/** A category and those below it. */
export interface CategoryText {
  slug: string
  name: string
  color?: string
  description?: string
  inactive?: boolean
  below?: readonly CategoryText[]
}

export const categoryTree: readonly CategoryText[] = categories.categoryTree

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

export const eventTexts: readonly EventText[] = events.eventTexts
/** Those outside the community who hold some events. */
export const { eventHosts } = events

/** A poll asks one question; `rounds` follow the titles of those that come again. */
export const { pollTexts, rounds, surveyTopics, surveyQuestions } = polls

/** A question and its answers. */
export type QuestionText = Readonly<(typeof surveyQuestions)[number]>

/** Posts by language, each with the slug of its category; those in English repeat with other words. */
export const { posts, slots } = feed

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
} = operations

/** Something for sale, with prices from and to in euros. */
export type Offer = (typeof offers)[number]

/** What staff say about tasks. */
export const { taskComments } = comments

/**
 * Those who registered to help, and wait (hours ago, and whether they have confirmed their address); accounts that
 * joined within an hour of each other and post the same, and why others reported it.
 */
export const { registrations, spammers, reportReasons, spamTexts, spamSlots } = history

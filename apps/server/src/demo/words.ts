import categories from './words/categories.json' with { type: 'json' }
import events from './words/events.json' with { type: 'json' }
import history from './words/history.json' with { type: 'json' }
import people from './words/names.json' with { type: 'json' }
import operations from './words/operations.json' with { type: 'json' }
import polls from './words/polls.json' with { type: 'json' }
import feed from './words/posts.json' with { type: 'json' }
import comments from './words/task-comments.json' with { type: 'json' }

// Texts of the demonstration community, from words/*.json; `{…}` is filled from the slots beside them.

export type Language = keyof typeof people.names

interface Names {
  weight: number
  given: readonly string[]
  family: readonly string[]
  /** Whether the family name comes first; `between` is the text between both names. */
  familyFirst?: boolean
  between?: string
}

export const names: Readonly<Record<Language, Names>> = people.names
export const abouts: Readonly<Partial<Record<Language, readonly string[]>>> = people.abouts
export const { places } = people
export const unusualNames = people.unusualNames as {
  name: string
  latin: string
  language: Language
}[]

export interface CategoryText {
  slug: string
  name: string
  color?: string
  description?: string
  inactive?: boolean
  below?: readonly CategoryText[]
}

export const categoryTree: readonly CategoryText[] = categories.categoryTree

/**
 * Kinds of recurring events. Their length is in minutes, their start an hour of the day in UTC. `weekday` is the
 * day that the title names, from 0 for Sunday; the place is one of the quarter's places unless `at` names it.
 */
export const { eventTexts, eventHosts } = events
export type EventText = (typeof eventTexts)[number]

/** Texts of polls with one question; `rounds` are appended to the titles of polls that recur. */
export const { pollTexts, rounds, surveyTopics, surveyQuestions } = polls

export type QuestionText = Readonly<(typeof surveyQuestions)[number]>

/** Posts by language with their category's slug; English ones repeat with other words. */
export const { posts, slots } = feed

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

export type Offer = (typeof offers)[number]

export const { taskComments } = comments

/** Pending registrations (hours ago, address confirmed or not), spam accounts, and report reasons. */
export const { registrations, spammers, reportReasons, spamTexts, spamSlots } = history

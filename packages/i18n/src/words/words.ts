/** The words that a community has chosen: by language and form, such as `{ en: { member: 'neighbour' } }`. */
export type Words = Readonly<Record<string, OwnWords>>

/** Those of one language. */
export type OwnWords = Readonly<Record<string, string>>

/** The most characters of a word. */
export const maxWord = 40

import { type Said, type Sentence, say } from '@steward/i18n/sentence'

/** The sentences with values by their English, as schemas take strings; as many as the schemas have. */
const sentences = new Map<string, Sentence>()

/** Words of a schema with values in them: `wording('must have at most {max} characters', { max })`. */
export function wording(...[template, params]: Parameters<typeof say>): string {
  const sentence = say(template, params)
  const english = String(sentence)
  sentences.set(english, sentence)
  return english
}

export const mustBeOneOf = (values: readonly string[]): string =>
  wording('must be one of {values}', { values: values.join(', ') })

/** What a schema's words say, with their values. */
export const saidBy = (english: string): Said => sentences.get(english) ?? english

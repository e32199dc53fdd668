import { formsOf, wordedLanguages } from '@steward/i18n/words/terms'
import { maxWord } from '@steward/i18n/words/words'
import { z } from 'zod'
import { endpointsOf } from '../calls/endpoint.ts'
import { component } from '../values/fields.ts'
import { mustBeOneOf, wording } from '../values/said.ts'
import { line } from '../values/text.ts'
import { wordsRoutes as routes } from './words.routes.ts'

/** Tags and placeholders of messages are written by these. */
const word = line(maxWord).refine(
  (text) => !/[<>{}#]/.test(text),
  wording('must not hold {signs}', { signs: '< > { } #' }),
)

/** Words by language and form; a form that is left out keeps the usual word. */
const sentWords = z
  .record(z.string(), z.record(z.string(), word, 'must be an object'), 'must be an object')
  .superRefine((words, context) => {
    for (const [language, own] of Object.entries(words)) {
      const issue = (message: string, path: string[]) =>
        context.addIssue({ code: 'custom', message, path })
      if (!wordedLanguages.includes(language)) {
        issue(mustBeOneOf(wordedLanguages), [language])
        continue
      }
      const forms = formsOf(language)
      for (const form of Object.keys(own))
        if (!forms.includes(form)) issue('is no word that can be replaced', [language, form])
    }
  })

export const ownWords = component('Words', {
  words: z.record(z.string(), z.record(z.string(), z.string())).meta({
    description: 'By language, then by form: of `en`, `neighbour` for `member`',
  }),
  version: z.int().meta({ description: '0 until somebody has chosen a word' }),
  mayChange: z.boolean().meta({ description: 'Whether who asks is an owner' }),
})
export type WordsAnswer = z.output<typeof ownWords>

export const wordsEndpoints = endpointsOf(routes, {
  'words.read': {
    summary: 'The words of the community in place of the usual ones',
    data: ownWords,
  },
  'words.save': {
    summary:
      'Choose the words of the community, as an owner; forms that are left out keep the usual ones',
    body: z.object({
      words: sentWords,
      version: z.int('must be a whole number').min(0, 'must be 0 or more').nullish(),
    }),
    data: ownWords,
    errors: ['not_permitted', 'out_of_date'],
  },
})

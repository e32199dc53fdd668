import { TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import { directionOf, type Translator } from '@steward/i18n/reader'
import type { Term } from '@steward/i18n/words/terms'
import { maxWord } from '@steward/i18n/words/words'
import type { Examples } from './examples.ts'
import classes from './words.module.css'

/** The forms of a term in a language, and messages in which they stand. */
export function TermFields(props: {
  language: string
  term: Term
  examples: Examples
  /** Writes messages by the words that are typed. */
  writer: Translator
  wordOf: (form: string) => string
  errorOf: (form: string) => string | undefined
  readOnly: boolean
  onWord: (form: string, word: string) => void
}) {
  const { language, term, writer } = props
  const [plain = ''] = term
  return (
    <fieldset className={classes.term} aria-label={writer.t(plain)}>
      <div className={classes.forms}>
        {term.map((form) => (
          <TextInput
            key={form}
            label={form}
            lang={language}
            dir={directionOf(language)}
            placeholder={form}
            maxLength={maxWord}
            autoComplete="off"
            readOnly={props.readOnly}
            value={props.wordOf(form)}
            error={props.errorOf(form)}
            onChange={({ currentTarget }) => props.onWord(form, currentTarget.value)}
          />
        ))}
      </div>
      <p className={classes.example} lang={language} dir={directionOf(language)}>
        {props.examples.map(([message, values]) => writer.t(message, values)).join(' · ')}
      </p>
    </fieldset>
  )
}

import { currentTranslator, t } from '@steward/i18n/reader'
import { changePreferences, languages, shownPreferences } from '../../api/language/language.ts'
import classes from './public-form-page.module.css'

/** Chooses the language of a page without a session; kept in this browser. */
export function LanguageMenu() {
  const known = Object.entries(languages())
  if (known.length < 2) return null
  return (
    <select
      className={classes.language}
      aria-label={t('Language')}
      value={currentTranslator().reader.language}
      onChange={({ target }) =>
        void changePreferences({ ...shownPreferences(), language: target.value })
      }
    >
      {known.map(([code, { name }]) => (
        <option key={code} value={code} lang={code}>
          {name}
        </option>
      ))}
    </select>
  )
}

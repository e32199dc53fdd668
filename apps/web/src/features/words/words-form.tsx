import { Button, NativeSelect } from '@mantine/core'
import '@mantine/core/styles/Combobox.css'
import type { WordsAnswer } from '@steward/contract/words/words'
import { currentTranslator, t, translator } from '@steward/i18n/reader'
import { rewording } from '@steward/i18n/words/rewording'
import { termsByLanguage, wordedLanguages } from '@steward/i18n/words/terms'
import type { Words } from '@steward/i18n/words/words'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readDraft } from '../../api/browser/form-drafts.ts'
import { call } from '../../api/client.ts'
import { toFailure } from '../../api/failure.ts'
import { languages } from '../../api/language/language.ts'
import { changeWords } from '../../api/language/own-words.ts'
import { FailureBox } from '../../ui/dialog/failure-box.tsx'
import { Form } from '../../ui/dialog/form.tsx'
import { fieldErrors } from '../../ui/form/field-errors.ts'
import { UnsavedChangesDialog } from '../../ui/form/unsaved-changes-dialog.tsx'
import { useDraft } from '../../ui/form/use-draft.ts'
import { showFailure, toast, undoable } from '../../ui/messages/messages.tsx'
import { SaveBar } from '../../ui/page/record-page.tsx'
import { examples } from './examples.ts'
import { isSameWords, mergedWords, sentWords, withWord, wordOf } from './merge-words.ts'
import { TermFields } from './term-fields.tsx'
import classes from './words.module.css'
import { messagesOf, savedWords } from './words.queries.ts'

const draftKey = 'words'

/** The words of the community by language, with a draft that survives a lost session. */
export function WordsForm({ saved }: { saved: WordsAnswer }) {
  const client = useQueryClient()
  const own = currentTranslator().reader.language
  const [language, setLanguage] = useState(wordedLanguages.includes(own) ? own : 'en')
  const [typed, setTyped] = useState<Words>(() => readDraft<Words>(draftKey) ?? saved.words)
  const isUnsaved = !isSameWords(typed, saved.words)
  const draft = useDraft(draftKey, () => (isUnsaved ? typed : null))

  /** Shows what the server has now, everywhere. */
  async function take(now: WordsAnswer) {
    client.setQueryData(savedWords.queryKey, now)
    await changeWords(now.words)
  }
  async function undo(version: number) {
    try {
      await take((await call('words.save', { body: { words: saved.words, version } })).data)
      toast.success(t('Undone'))
    } catch (thrown) {
      showFailure(thrown)
    }
  }
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      call('words.save', { body: { words: sentWords(typed), version: saved.version } }),
    onSuccess: async ({ data }) => {
      draft.discard()
      setTyped(data.words)
      await take(data)
      undoable(t('Words saved'), () => undo(data.version))
    },
    onError: (thrown) => {
      const { code, data } = toFailure(thrown)
      if (code !== 'out_of_date') return
      const theirs = data as WordsAnswer
      setTyped(mergedWords(saved.words, typed, theirs.words))
      client.setQueryData(savedWords.queryKey, theirs)
    },
  })
  const terms = termsByLanguage[language] ?? []
  const pathOf = (form: string) => `words.${language}.${form}`
  const { fields, rest } = fieldErrors(error, terms.flat().map(pathOf))
  const writer = useWriter(language, typed)
  return (
    <Form className="grid one-column gap-16" onSubmit={() => isUnsaved && mutate()}>
      <NativeSelect
        className={classes.language}
        label={t('Language')}
        value={language}
        onChange={({ target }) => setLanguage(target.value)}
      >
        {wordedLanguages.map((code) => (
          <option key={code} value={code} lang={code}>
            {languages()[code]?.name ?? code}
          </option>
        ))}
      </NativeSelect>
      <div className={`${classes.terms} framed`}>
        {terms.map((term, at) => (
          <TermFields
            key={`${language} ${term[0]}`}
            language={language}
            term={term}
            examples={examples[at] ?? []}
            writer={writer}
            readOnly={!saved.mayChange}
            wordOf={(form) => wordOf(typed, language, form)}
            errorOf={(form) => fields[pathOf(form)]}
            onWord={(form, word) => setTyped(withWord(typed, language, form, word))}
          />
        ))}
      </div>
      {saved.mayChange && (
        <SaveBar
          buttons={
            <>
              <Button
                disabled={isPending || Object.keys(sentWords(typed)[language] ?? {}).length === 0}
                onClick={() => setTyped({ ...typed, [language]: {} })}
              >
                {t('Use the usual words')}
              </Button>
              <Button disabled={!isUnsaved || isPending} onClick={() => setTyped(saved.words)}>
                {t('Discard')}
              </Button>
              <Button variant="filled" type="submit" disabled={!isUnsaved} loading={isPending}>
                {t('Save')}
              </Button>
            </>
          }
        >
          <FailureBox failure={error && toFailure(error)} lines={rest} />
        </SaveBar>
      )}
      <UnsavedChangesDialog draft={draft} />
    </Form>
  )
}

/** What writes messages of a language by words that aren't saved yet. */
function useWriter(language: string, typed: Words) {
  const { data } = useQuery(messagesOf(language))
  const own = sentWords(typed)[language]
  return translator({ language, locale: language }, data ?? {}, own && rewording(language, own))
}

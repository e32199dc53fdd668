import { t } from '@steward/i18n/reader'
import '@mantine/core/styles/Stack.css'
import { useQuery } from '@tanstack/react-query'
import { useHasCall } from '../../api/missing-calls.ts'
import { PageMessage } from '../../ui/page/page-message.tsx'
import { SectionState } from '../../ui/page/section.tsx'
import classes from './words.module.css'
import { savedWords } from './words.queries.ts'
import { WordsForm } from './words-form.tsx'

/** What the community calls things, for owners; everybody else reads it. */
export function WordsPage() {
  const has = useHasCall('words.read')
  const { data: saved, error, refetch } = useQuery({ ...savedWords, enabled: has })
  if (!has) return <PageMessage title={t('This server doesn’t offer that.')} />
  return (
    <div className={`grid one-column gap-16 ${classes.page}`}>
      <header>
        <h1>{t('Words of the community')}</h1>
        <p className="dim">
          {t(
            'Choose what your community calls things. Screens, e-mails and exports then use your words; leave a field empty for the usual one. Choose words of the same gender, as the words around them stay.',
          )}
        </p>
        {saved && !saved.mayChange && (
          <p className="dim">{t('Only an owner can choose the words of the community.')}</p>
        )}
      </header>
      {saved ? (
        <WordsForm saved={saved} />
      ) : (
        <SectionState error={error} onRetry={() => void refetch()} />
      )}
    </div>
  )
}

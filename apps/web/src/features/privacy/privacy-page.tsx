import { t } from '@steward/i18n/reader'
import '@mantine/core/styles/Stack.css'
import { useQuery } from '@tanstack/react-query'
import { useHasCall } from '../../api/missing-calls.ts'
import { PageMessage } from '../../ui/page/page-message.tsx'
import { Section, SectionState } from '../../ui/page/section.tsx'
import { ErasuresSection } from './erasures-section.tsx'
import classes from './privacy.module.css'
import { savedRetention } from './privacy.queries.ts'
import { RetentionForm } from './retention-form.tsx'

/** How long personal data is kept, what goes next, and who was erased. */
export function PrivacyPage() {
  const has = useHasCall('privacy.retention')
  const { data: saved, error, refetch } = useQuery({ ...savedRetention, enabled: has })
  if (!has) return <PageMessage title={t('This server doesn’t offer that.')} />
  return (
    <div className={`grid one-column gap-16 ${classes.page}`}>
      <header>
        <h1>{t('Personal data')}</h1>
        <p className="dim">
          {t('To export or erase a person, open their page and choose Personal data there.')}
        </p>
      </header>
      <Section
        title={t('How long it is kept')}
        hint={t('What is older goes by itself. Leave a field empty to keep it.')}
      >
        {saved ? (
          <RetentionForm saved={saved} />
        ) : (
          <SectionState error={error} onRetry={() => void refetch()} />
        )}
      </Section>
      <ErasuresSection />
    </div>
  )
}

import { Stack } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import '@mantine/core/styles/Stack.css'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { User } from '../../api/answers/records.ts'
import { useHasCall } from '../../api/missing-calls.ts'
import { besideEachOther } from '../../ui/format/phrases.ts'
import { SingleKeysSwitch } from '../../ui/keys/single-keys-switch.tsx'
import { PageMessage } from '../../ui/page/page-message.tsx'
import { Section, SectionState } from '../../ui/page/section.tsx'
import { NameForm } from './name-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { PictureForm } from './picture-form.tsx'
import { ownProfile } from './profile.queries.ts'
import classes from './profile-page.module.css'
import { ProvidersSection } from './providers-section.tsx'
import { ReadingSection } from './reading-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { TimesSection } from './times-section.tsx'

const Keys = () => (
  <Section title={t('Keyboard')} hint={t('Press ? on any page to see all shortcuts.')}>
    <SingleKeysSwitch />
  </Section>
)

export function ProfilePage(props: {
  onSaved: (user: User) => void
  secondFactor: ReactNode
  loans: ReactNode
}) {
  const has = useHasCall('profile.own')
  const { data: user, error, refetch } = useQuery({ ...ownProfile, enabled: has })
  if (!has)
    return (
      <>
        <PageMessage title={t('No profile on this server')}>
          <p>
            {t(
              'This server has no profile page. Its administrators can change your name, picture and password.',
            )}
          </p>
        </PageMessage>
        <Keys />
        <ReadingSection />
      </>
    )
  const name = user?.name ?? null
  return (
    <Stack gap={16} className={classes.page}>
      <header className="anywhere" style={{ marginBottom: 4 }}>
        <h1>
          <bdi dir="auto">{name ?? t('Your profile')}</bdi>
        </h1>
        <p className="dim">{besideEachOther([user?.email, user?.role?.name])}</p>
      </header>
      {props.loans}
      <Section title={t('About you')} hint={t('How other staff see you.')}>
        {user ? (
          <>
            <PictureForm user={user} onSaved={props.onSaved} />
            <NameForm user={user} onSaved={props.onSaved} />
          </>
        ) : (
          <SectionState error={error} onRetry={() => void refetch()} />
        )}
      </Section>
      <Section title={t('Password')} hint={t('Changing it signs you out everywhere else.')}>
        <PasswordForm email={user?.email ?? null} />
      </Section>
      {props.secondFactor}
      <ProvidersSection />
      <Keys />
      <SessionsSection />
      <ReadingSection />
      <TimesSection />
    </Stack>
  )
}

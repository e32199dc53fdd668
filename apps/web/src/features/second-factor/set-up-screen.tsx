import { Stack } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import '@mantine/core/styles/Stack.css'
import { SecondFactorSection } from './second-factor-section.tsx'

/** Shown in place of every page while the role requires a second factor that isn't set up. */
export function SetUpScreen({ onDone }: { onDone: () => void }) {
  return (
    <Stack gap={20} style={{ maxWidth: '40rem', margin: '24px auto 0' }}>
      <div>
        <h1>{t('Set up a second factor')}</h1>
        <p className="dim mt-4">
          {t(
            'Your role requires a second factor. It takes a minute: set up an authenticator app or a passkey, then continue where you left off.',
          )}
        </p>
      </div>
      <SecondFactorSection hinted={false} onAdded={onDone} />
    </Stack>
  )
}

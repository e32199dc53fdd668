import { UnstyledButton } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { RefObject } from 'react'
import classes from './imports.module.css'

type Box = RefObject<HTMLDivElement | null>

/** The warnings, in a live region above the button that starts the import. */
export function ImportWarningsBox({ warnings, box }: { warnings: readonly string[]; box: Box }) {
  return (
    <div
      ref={box}
      role="status"
      tabIndex={-1}
      aria-label={t('Before you import')}
      className={`hide-empty ${classes.warnings}`}
    >
      {warnings.length > 0 && (
        <>
          <p className="inline-row gap-6 semibold">
            <IconAlertTriangle size="1rem" aria-hidden /> {t('Before you import')}
          </p>
          <ul className="bullets" style={{ maxWidth: '60rem' }}>
            {warnings.map((warning) => (
              <li key={warning}>
                <bdi>{warning}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

/** A link to the warnings with their number, beside buttons that are always visible. */
export function ToWarnings({ count, box }: { count: number; box: Box }) {
  if (count === 0) return null
  return (
    <UnstyledButton
      className={`inline-row gap-6 semibold nowrap ${classes.toWarnings}`}
      onClick={() => {
        box.current?.scrollIntoView({ block: 'center' })
        box.current?.focus({ preventScroll: true })
      }}
    >
      <IconAlertTriangle size="1rem" aria-hidden />
      {t('{count, plural, one {# warning} other {# warnings}}', { count })}
    </UnstyledButton>
  )
}

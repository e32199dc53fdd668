import { t } from '@steward/i18n/reader'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import classes from './filters.module.css'

/**
 * A filter’s button: without a value (`active` null) it offers the filter, else it says it, as a `sentence` without a colon,
 * and can be removed. Other props go to the main button, so a menu can open from it.
 */
export function FilterPill(
  props: ComponentProps<'button'> & {
    label: string
    active: string | null
    sentence?: true
    onRemove: () => void
  },
) {
  const { label, active, sentence, onRemove, ...button } = props
  return (
    <span className={classes.pill} data-active={active !== null || undefined}>
      <button type="button" {...button} className={classes.main}>
        {active === null ? (
          <>
            <IconPlus size="0.875rem" aria-hidden /> {label}
          </>
        ) : (
          <>
            {/* i18n: before a value */}
            <span>{sentence ? label : t('{label}:', { label })}</span>{' '}
            <strong className="clip semibold" style={{ maxWidth: '16rem' }}>
              <bdi>{active}</bdi>
            </strong>
          </>
        )}
      </button>
      {active !== null && (
        <button
          type="button"
          className={classes.remove}
          aria-label={t('Remove filter {field}', { field: label })}
          onClick={onRemove}
        >
          <IconX size="0.875rem" aria-hidden />
        </button>
      )}
    </span>
  )
}

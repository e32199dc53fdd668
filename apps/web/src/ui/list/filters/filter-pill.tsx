import { IconPlus, IconX } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import classes from './filters.module.css'

/**
 * A filter's button. Without a value it offers the filter; with one it says what is active and has
 * a button that takes it away. Other props go to the main button, so a menu can open from it.
 * @param props.active what is active, in words; null for nothing
 * @param props.sentence the words go on after the label as a sentence, without a colon
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
            <span>{sentence ? label : `${label}:`}</span>{' '}
            <strong>
              <bdi>{active}</bdi>
            </strong>
          </>
        )}
      </button>
      {active !== null && (
        <button
          type="button"
          className={classes.remove}
          aria-label={`Remove filter ${label}`}
          onClick={onRemove}
        >
          <IconX size="0.875rem" aria-hidden />
        </button>
      )}
    </span>
  )
}

import { UnstyledButton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { counted } from '../../ui/format/locale.ts'
import classes from './imports.module.css'

/** What should be known before an import, above the button that begins it; heard once it changes. */
export function ImportWarningsBox(props: {
  warnings: readonly string[]
  box: RefObject<HTMLDivElement | null>
}) {
  const { warnings, box } = props
  return (
    <div
      ref={box}
      role="status"
      tabIndex={-1}
      aria-label="Before you import"
      className={classes.warnings}
    >
      {warnings.length > 0 && (
        <>
          <p className={classes.withIcon}>
            <IconAlertTriangle size="1rem" aria-hidden /> Before you import
          </p>
          <ul>
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

/** Beside the buttons, which are in sight all the time: how much there is to know, and the way there. */
export function ToWarnings(props: { count: number; box: RefObject<HTMLDivElement | null> }) {
  if (props.count === 0) return null
  return (
    <UnstyledButton
      className={classes.toWarnings}
      onClick={() => {
        props.box.current?.scrollIntoView({ block: 'center' })
        props.box.current?.focus({ preventScroll: true })
      }}
    >
      <IconAlertTriangle size="1rem" aria-hidden />
      {counted(props.count, 'warning', 'warnings')}
    </UnstyledButton>
  )
}

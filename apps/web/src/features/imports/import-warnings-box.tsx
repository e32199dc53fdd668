import { IconAlertTriangle } from '@tabler/icons-react'
import classes from './imports.module.css'

/** What should be known before an import, above the button that begins it; heard once it changes. */
export function ImportWarningsBox({ warnings }: { warnings: readonly string[] }) {
  return (
    <div role="status" aria-label="Before you import" className={classes.warnings}>
      {warnings.length > 0 && (
        <>
          <p>
            <IconAlertTriangle size={16} aria-hidden /> Before you import
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

import { Loader } from '@mantine/core'
import { t } from '@steward/i18n/reader'

/** Shown while a page is loading (specification section 1). */
export function PageSpinner() {
  const style = { minHeight: 'min(60vh, 30rem)' }
  return (
    <div className="center" style={style} role="status" aria-label={t('Loading the page')}>
      <Loader size="sm" aria-hidden />
    </div>
  )
}

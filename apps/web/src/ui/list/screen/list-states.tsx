import { Button } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import { IconAlertTriangle, IconInbox } from '@tabler/icons-react'
import { isLackOfCall, isLeftToGuard, toFailure } from '../../../api/failure.ts'
import { FailureLines } from '../../dialog/failure-lines.tsx'
import { PageMessage } from '../../page/page-message.tsx'

/** The load failed: the server’s words, one line each (specification section 8), Retry, and `onClear` where filters are set. */
export function FailedList(props: {
  many: string
  error: Error
  busy: boolean
  onRetry: () => void
  onClear?: (() => void) | undefined
}) {
  const failure = toFailure(props.error)
  const many = t(props.many)
  if (isLeftToGuard(failure)) return null
  if (isLackOfCall(failure))
    return (
      <PageMessage
        part
        icon={<IconInbox aria-hidden />}
        // i18n: {many} is a plural noun such as “bills”
        title={t('This server has no list of {many}', { many })}
      />
    )
  return (
    <PageMessage
      part
      role="alert"
      icon={<IconAlertTriangle aria-hidden />}
      // i18n: {many} is a plural noun such as “bills”
      title={t('The {many} could not be loaded', { many })}
      actions={
        <>
          <Button variant="filled" onClick={props.onRetry} loading={props.busy}>
            {t('Retry')}
          </Button>
          {props.onClear && (
            <Button onClick={props.onClear}>{t('Clear search and filters')}</Button>
          )}
        </>
      }
    >
      <FailureLines error={failure} />
    </PageMessage>
  )
}

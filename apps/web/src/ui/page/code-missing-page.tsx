import { t } from '@steward/i18n/reader'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useConnection } from '../../api/browser/connection.ts'
import { PageMessage } from './page-message.tsx'
import { PageSpinner } from './page-spinner.tsx'

/** Shown where a page's code isn't loaded; retries online, by a reload if loading was `tried`. */
export function CodeMissingPage(props: {
  tried: boolean
  onRetry: () => void
  actions: ReactNode
}) {
  const { tried } = props
  const online = useConnection((state) => state.online)
  const [reloading, setReloading] = useState(false)
  const retry = useRef(props.onRetry)
  retry.current = props.onRetry
  useEffect(() => {
    if (online && !tried) retry.current()
  }, [online, tried])
  useEffect(() => {
    if (!tried) return
    // The connection may have changed before this listener was added.
    const reload = () => {
      setReloading(true)
      window.location.reload()
    }
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  }, [tried])

  if (!online)
    return (
      <PageMessage role="alert" title={t('This page isn’t loaded yet')}>
        <p>{t('It loads automatically once you are back online.')}</p>
      </PageMessage>
    )
  if (!tried || reloading) return <PageSpinner />
  return (
    <PageMessage role="alert" title={t('This page couldn’t be loaded')} actions={props.actions}>
      <p>{t('The connection was interrupted, or a new version has been installed.')}</p>
      <p>{t('Reload the page to continue.')}</p>
    </PageMessage>
  )
}

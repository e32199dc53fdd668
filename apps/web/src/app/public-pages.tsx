import { t } from '@steward/i18n/reader'
import { IconCloudOff, IconMapQuestion } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { linkButton } from '../ui/links/link-button.ts'
import { PageMessage } from '../ui/page/page-message.tsx'
import { PublicPage } from '../ui/page/public-page.tsx'

const HomeLink = () => (
  <Link to="/" className={linkButton}>
    {t('Go to the home page')}
  </Link>
)

/** An address that leads nowhere, within the layout. */
export function NotFoundInside() {
  return (
    <PageMessage
      icon={<IconMapQuestion aria-hidden />}
      title={t('Page not found')}
      actions={<HomeLink />}
    >
      <p>{t('There is nothing at this address. Check for typos, or the page may have moved.')}</p>
    </PageMessage>
  )
}

/** `/404` (specification section 2). */
export function NotFoundPage() {
  return (
    <PublicPage>
      <NotFoundInside />
    </PublicPage>
  )
}

/** `/500` (specification section 2). */
export function ServerErrorPage() {
  return (
    <PublicPage>
      <PageMessage
        icon={<IconCloudOff aria-hidden />}
        title={t('Server error')}
        actions={<HomeLink />}
      >
        <p>{t('The server couldn’t complete the request. Try again in a moment.')}</p>
      </PageMessage>
    </PublicPage>
  )
}

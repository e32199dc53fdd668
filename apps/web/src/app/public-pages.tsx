import { IconCloudOff, IconMapQuestion } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { linkButton } from '../ui/links/link-button.ts'
import { PageMessage } from '../ui/page/page-message.tsx'
import { PublicPage } from '../ui/page/public-page.tsx'

const home = (
  <Link to="/" className={linkButton}>
    Go to the home page
  </Link>
)

/** An address that leads nowhere, within the layout. */
export function NotFoundInside() {
  return (
    <PageMessage icon={<IconMapQuestion aria-hidden />} title="Page not found" actions={home}>
      <p>There is nothing at this address. Check for typos, or the page may have moved.</p>
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
      <PageMessage icon={<IconCloudOff aria-hidden />} title="Server error" actions={home}>
        <p>The server couldn’t complete the request. Try again in a moment.</p>
      </PageMessage>
    </PublicPage>
  )
}

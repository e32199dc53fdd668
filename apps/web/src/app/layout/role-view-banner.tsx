import { IconEye } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { leaveRoleView, type RoleView } from '../../api/browser/role-view.ts'
import { call } from '../../api/client.ts'
import { counted } from '../../ui/format/locale.ts'
import classes from './role-view-banner.module.css'

/** Says that the app is viewed as a role; its button returns to one's own role. */
export function RoleViewBanner({ view }: { view: RoleView }) {
  const navigate = useNavigate()
  const { role, missing } = view
  const leave = async () => {
    // Ends it on the server as well; a failure of that changes nothing here.
    const ended = call('session.logout').catch(() => {})
    leaveRoleView()
    await navigate({ to: '/roles', state: { landing: true } })
    await ended
  }
  return (
    <section className={classes.banner} aria-label="View as a role">
      <IconEye size="1.125rem" aria-hidden />
      <p
        className="flex grow"
        title={
          missing > 0
            ? `${counted(missing, 'permission', 'permissions')} of this role can’t be shown because you don’t have them yourself.`
            : undefined
        }
      >
        <span>
          Viewing <span className="wide-only">everything </span>as{' '}
        </span>
        <bdi>{role}</bdi>
        <span className="wide-only">
          {missing > 0
            ? `, except for ${counted(missing, 'permission', 'permissions')} you don’t have. This view is read-only.`
            : '. This view is read-only.'}
        </span>
      </p>
      <button type="button" className="rigid rounded medium" onClick={() => void leave()}>
        Exit
      </button>
    </section>
  )
}

import { t } from '@steward/i18n/reader'
import { IconEye } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { leaveRoleView, type RoleView } from '../../api/browser/role-view.ts'
import { call } from '../../api/client.ts'
import { rich } from '../../ui/format/rich.tsx'
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
    <section className={classes.banner} aria-label={t('View as a role')}>
      <IconEye size="1.125rem" aria-hidden />
      <p
        className="flex grow"
        title={
          missing > 0
            ? t(
                '{missing, plural, one {# permission of this role can’t be shown because you don’t have it yourself.} other {# permissions of this role can’t be shown because you don’t have them yourself.}}',
                { missing },
              )
            : undefined
        }
      >
        {rich(
          missing > 0
            ? // i18n: what is in <wide> is left out on narrow screens; {role} stays outside of all tags
              '<words>Viewing <wide>everything </wide>as </words>{role}<wide>{missing, plural, one {, except for # permission you don’t have. This view is read-only.} other {, except for # permissions you don’t have. This view is read-only.}}</wide>'
            : // i18n: what is in <wide> is left out on narrow screens; {role} stays outside of all tags
              '<words>Viewing <wide>everything </wide>as </words>{role}<wide>. This view is read-only.</wide>',
          {
            missing,
            role: <bdi>{role}</bdi>,
            words: (inner) => <span>{inner}</span>,
            wide: (inner) => <span className="wide-only">{inner}</span>,
          },
        )}
      </p>
      <button type="button" className="rigid rounded medium" onClick={() => void leave()}>
        {/* i18n: a verb: end viewing as a role */}
        {t('Exit')}
      </button>
    </section>
  )
}

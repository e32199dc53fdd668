import { Skeleton } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import '@mantine/core/styles/Skeleton.css'
import { permission } from '@steward/contract/permissions/permissions'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import cells from '../../ui/format/cells.module.css'
import { Count } from '../../ui/format/text.tsx'
import { Permitted } from '../../ui/permissions/permitted.tsx'
import { PictureCell } from '../../ui/record/picture-cell.tsx'
import { StatusBadge } from '../../ui/record/status-badge.tsx'
import classes from './dashboard.module.css'
import { dashboardRoles } from './dashboard.queries.ts'
import { Loaded, Panel } from './panel.tsx'

const maxShown = 12

const Skeletons = () => (
  <div className={classes.body} role="status" aria-label={t('Loading the roles')}>
    {['60%', '44%', '52%', '38%', '56%'].map((width) => (
      <Skeleton key={width} height={12} width={width} my={14} />
    ))}
  </div>
)

export function RolePanel() {
  const query = useQuery(dashboardRoles)
  const roles = query.data ?? []
  const link = (
    // i18n-ignore: the names of a permission
    <Permitted needs={permission('Roles', 'Roles', 'list')}>
      <Link to="/roles" className={cells.accentLink}>
        {roles.length > maxShown ? t('All {count}', { count: roles.length }) : t('All roles')}
      </Link>
    </Permitted>
  )
  return (
    <Panel id="dashboard-roles" title={t('Roles')} link={link}>
      <Loaded
        failed={t('The roles couldn’t be loaded')}
        query={query}
        skeleton={<Skeletons />}
        empty={
          roles.length === 0 && (
            <p className={`${classes.body} dim`}>{t('There are no roles yet.')}</p>
          )
        }
      >
        <table className={`full ${classes.roles}`} style={{ tableLayout: 'fixed' }}>
          <thead>
            <tr>
              <th scope="col">{t('Role')}</th>
              <th scope="col">{t('Status')}</th>
              <th scope="col">{t('People')}</th>
            </tr>
          </thead>
          <tbody>
            {roles.slice(0, maxShown).map((role) => (
              <tr key={role._id}>
                <td>
                  <PictureCell shape="thing" name={role.name} image={role.image} />
                </td>
                <td>
                  <StatusBadge status={role.status} />
                </td>
                <td>
                  <Count value={role.userCount} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Loaded>
    </Panel>
  )
}

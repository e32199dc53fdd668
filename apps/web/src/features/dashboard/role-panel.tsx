import { Skeleton } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import { permission } from '@steward/contract/permissions/permissions'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { fileUrl } from '../../api/config.ts'
import { type DeepPartial, listOf, textOf } from '../../api/read.ts'
import { Count, Text } from '../../ui/format/text.tsx'
import { Picture } from '../../ui/image/picture.tsx'
import { Permitted } from '../../ui/permissions/permitted.tsx'
import { StatusBadge } from '../../ui/record/status-badge.tsx'
import { dashboardRoles } from './dashboard.queries.ts'
import { LoadFailed } from './load-failed.tsx'
import classes from './role-panel.module.css'

/** At most so many roles stand here; the list of roles has them all. */
const most = 12

/** The roles and how many people hold each. */
export function RolePanel() {
  const { data, error, isPending, isPaused, refetch } = useQuery(dashboardRoles)
  const roles = listOf<DeepPartial<NonNullable<typeof data>[number]>>(data)
  return (
    <section className={classes.root} aria-labelledby="dashboard-roles">
      <div className={classes.head}>
        <h2 id="dashboard-roles">Roles</h2>
        <Permitted needs={permission('Roles', 'Roles', 'list')}>
          <Link to="/roles">{roles.length > most ? `All ${roles.length}` : 'All roles'}</Link>
        </Permitted>
      </div>
      {isPending && !isPaused ? (
        <div className={classes.pending} role="status" aria-label="Loading the roles">
          {['60%', '44%', '52%', '38%', '56%'].map((width) => (
            <Skeleton key={width} height={12} width={width} my={14} />
          ))}
        </div>
      ) : error || isPending ? (
        <LoadFailed what="The roles" error={error} onRetry={refetch} />
      ) : roles.length === 0 ? (
        <p className={classes.empty}>There are no roles yet.</p>
      ) : (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Role</th>
              <th scope="col">Status</th>
              <th scope="col">People</th>
            </tr>
          </thead>
          <tbody>
            {roles.slice(0, most).map((role, index) => {
              const image = textOf(role.image)
              return (
                <tr key={textOf(role._id) ?? index}>
                  <td>
                    <span className={classes.role}>
                      <Picture
                        shape="thing"
                        src={image && fileUrl(image)}
                        name={textOf(role.name)}
                      />
                      <Text value={role.name} clip />
                    </span>
                  </td>
                  <td>
                    <StatusBadge status={role.status} />
                  </td>
                  <td>
                    <Count value={role.userCount} />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
    </section>
  )
}

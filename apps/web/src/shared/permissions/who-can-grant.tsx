import type { Permission } from '@steward/contract/permissions/permissions'
import { t } from '@steward/i18n/reader'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { useHasCall } from '../../api/missing-calls.ts'
import { rich } from '../../ui/format/rich.tsx'
import { Picture } from '../../ui/image/picture.tsx'
import classes from './who-can-grant.module.css'

const most = 5

/** Who can grant a permission to the person signed in, by name, if the server sends that. */
export function WhoCanGrant({ permission }: { permission: Permission }) {
  const has = useHasCall('permissions.why')
  const { module, submodule, action } = permission
  const query = { module, submodule, action }
  const { data, isPending, isFetching } = useQuery({
    queryKey: ['permissions.why', query],
    queryFn: async ({ signal }) => (await call('permissions.why', { query, signal })).data,
    staleTime: 5_000,
    retry: false,
    enabled: has,
  })
  const granters = data?.granters ?? []
  if (isPending && isFetching) return <p>{t('Checking who can grant it…')}</p>
  if (granters.length === 0)
    return <p>{t('An owner or somebody who can update roles can grant it.')}</p>
  const others = granters.length - most
  return (
    <div>
      <p>
        {data?.role
          ? rich('Your role is <b>{role}</b>. These people can grant it:', {
              role: data.role,
              b: (inner) => <strong>{inner}</strong>,
            })
          : t('These people can grant it:')}
      </p>
      <ul className={classes.people}>
        {granters.slice(0, most).map(({ _id, name, image, role }) => (
          <li key={_id} className="row gap-8">
            <Picture shape="person" src={image} name={name} size={24} />
            <span>
              <strong>
                <bdi>{name}</bdi>
              </strong>{' '}
              <bdi>{role?.name}</bdi>
            </span>
          </li>
        ))}
      </ul>
      {others > 0 && <p>{t('and {count} more.', { count: others })}</p>}
    </div>
  )
}

import { permission } from '@steward/contract/permissions/permissions'
import { useHasCall } from '../../api/missing-calls.ts'
import type { User as UserRecord } from '../../api/records.ts'
import { InviteAgain } from '../../features/accounts/invite-again.tsx'
import { SecondFactorOfUser } from '../../features/second-factor/second-factor-of-user.tsx'
import { UserProfile } from '../../features/users/user-page.tsx'
import { Permitted } from '../../ui/permissions/permitted.tsx'

/** The profile of a person, put together from its features. */
export function PersonProfile() {
  return <UserProfile signIn={(user) => <SignInOf user={user} />} />
}

function SignInOf({ user }: { user: UserRecord }) {
  const id = user._id
  const has = useHasCall('accounts.invite')
  const invited = has && user.status !== 'inactive' && user.lastActiveAt === null
  return (
    <>
      <SecondFactorOfUser id={id} name={user.name ?? 'this person'} />
      {invited && (
        <Permitted needs={permission('Users', 'Admins', 'create')}>
          <InviteAgain id={id} />
        </Permitted>
      )}
    </>
  )
}

import { permission } from '@steward/contract/permissions/permissions'
import type { User as UserRecord } from '@steward/contract/users/users'
import { useHasCall } from '../../api/missing-calls.ts'
import { type DeepPartial, textOf } from '../../api/read.ts'
import { InviteAgain } from '../../features/accounts/invite-again.tsx'
import { SecondFactorOfUser } from '../../features/second-factor/second-factor-of-user.tsx'
import { UserProfile } from '../../features/users/user-page.tsx'
import { Permitted } from '../../ui/permissions/permitted.tsx'

/** The profile of a person, put together from its features. */
export function PersonProfile() {
  return <UserProfile signIn={(user) => <SignInOf user={user} />} />
}

/** What concerns the way in of an admin: an invitation, their second factor. */
function SignInOf({ user }: { user: DeepPartial<UserRecord> }) {
  const id = textOf(user._id) ?? textOf(user.id) ?? ''
  const has = useHasCall('accounts.invite')
  const invited = has && user.status !== 'inactive' && user.lastActiveAt === null
  return (
    <>
      <SecondFactorOfUser id={id} name={textOf(user.name) ?? 'this person'} />
      {invited && (
        <Permitted needs={permission('Users', 'Admins', 'create')}>
          <InviteAgain id={id} />
        </Permitted>
      )}
    </>
  )
}

import { t } from '@steward/i18n/reader'
import { InviteAgain } from '../../features/accounts/invite-again.tsx'
import { TemporaryRoles } from '../../features/loans/temporary-roles.tsx'
import { SecondFactorOfUser } from '../../features/second-factor/second-factor-of-user.tsx'
import { UserProfile } from '../../features/users/user-page.tsx'

/** The profile of a person, put together from its features. */
export const PersonProfile = () => (
  <UserProfile
    furtherRoles={(user) => <TemporaryRoles id={user._id} name={user.name ?? t('this person')} />}
    signIn={(user) => (
      <>
        <SecondFactorOfUser id={user._id} name={user.name ?? t('this person')} />
        <InviteAgain user={user} />
      </>
    )}
  />
)

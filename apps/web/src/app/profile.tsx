import { OwnLoansSection } from '../features/loans/own-loans-section.tsx'
import { ProfilePage } from '../features/profile/profile-page.tsx'
import { SecondFactorSection } from '../features/second-factor/second-factor-section.tsx'
import { useSession } from '../features/session/session.store.ts'

/** The own account, put together from its features. */
export function Profile() {
  const updateAdmin = useSession((state) => state.updateAdmin)
  return (
    <ProfilePage
      onSaved={updateAdmin}
      secondFactor={<SecondFactorSection />}
      loans={<OwnLoansSection />}
    />
  )
}

import type { Db } from '../../db/connection/connection.ts'
import { type FreshValue, freshValue } from '../../fresh-value.ts'
import { arePasswordsOff } from '../authentication/sign-in-settings.store.ts'
import { findEnabledProviders } from './identity-providers.store.ts'

/** How staff can sign in beside by a password, which the sign-in page has to know. */
export interface SignInOptions {
  providers: { _id: string; name: string }[]
  passwordsOff: boolean
}

/** Reads how staff can sign in. */
export const openSignInOptions = (
  db: Db,
  onError: (error: unknown) => void,
): FreshValue<SignInOptions> =>
  freshValue(
    async () => ({
      providers: await findEnabledProviders(db),
      passwordsOff: await arePasswordsOff(db),
    }),
    { providers: [], passwordsOff: false },
    onError,
  )

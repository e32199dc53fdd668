import { t } from '@steward/i18n/reader'
import { useNavigate } from '@tanstack/react-router'
import { toFailure, wordsOf } from '../api/failure.ts'
import { useSession } from '../features/session/session.store.ts'
import { notice, toast } from '../ui/messages/messages.tsx'

/** Signs the person out, says so, and leads to the sign-in page. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    try {
      const elsewhere = await useSession.getState().logout()
      if (elsewhere) return window.location.assign(elsewhere)
      notice(t('You are signed out.'))
    } catch (thrown) {
      const failure = toFailure(thrown)
      // A 401 means that the session had already ended, which is the wanted result.
      if (failure.code === 'offline')
        toast.error(
          t(
            'You are signed out on this device. The server couldn’t be reached because you are offline.',
          ),
        )
      else if (failure.status !== 401)
        // i18n: {failure} is a sentence
        toast.error(
          t('You are signed out on this device, but not on the server: {failure}', {
            failure: wordsOf(failure),
          }),
        )
    }
    await navigate({ to: '/', replace: true })
  }
}

import { useNavigate } from '@tanstack/react-router'
import { call } from '../../api/client.ts'
import { startRoleView } from '../../api/role-view.ts'
import { showFailure } from '../../ui/feedback/messages.tsx'

/** Starts to look at everything through a role, from its first page on; the banner ends it. */
export function useViewAsRole() {
  const navigate = useNavigate()
  return async (id: string) => {
    try {
      const { data } = await call('roles.preview', { body: { _id: id } })
      startRoleView(data.token, { role: data.role.name, missing: data.missing.length })
      await navigate({ to: '/dashboard', state: { landing: true } })
    } catch (thrown) {
      showFailure(thrown)
    }
  }
}

import type { Routes } from '../calls/route.ts'

/** The own account of the person signed in. */
export const profileRoutes = {
  'profile.own': {
    method: 'GET',
    path: 'admin/profile',
    needs: 'session',
    beforeSecondFactor: true,
  },
  'profile.update': {
    method: 'PUT',
    path: 'admin/profile',
    needs: 'session',
    beforeSecondFactor: true,
  },
  'profile.image': {
    method: 'PUT',
    path: 'admin/profile/image',
    needs: 'session',
    beforeSecondFactor: true,
  },
  'profile.changePassword': {
    method: 'PUT',
    path: 'admin/profile/password',
    needs: 'session',
    beforeSecondFactor: true,
  },
  'profile.stepUpOptions': {
    method: 'POST',
    path: 'admin/profile/step-up-options',
    needs: 'session',
    keyless: true,
  },
  'profile.stepUp': {
    method: 'POST',
    path: 'admin/profile/step-up',
    needs: 'session',
    keyless: true,
  },
  'profile.sessions': {
    method: 'GET',
    path: 'admin/profile/sessions',
    needs: 'session',
    beforeSecondFactor: true,
  },
  'profile.endOtherSessions': {
    method: 'DELETE',
    path: 'admin/profile/sessions',
    needs: 'session',
    beforeSecondFactor: true,
  },
  'profile.endSession': {
    method: 'DELETE',
    path: 'admin/profile/session/{id}',
    needs: 'session',
    beforeSecondFactor: true,
  },
} as const satisfies Routes

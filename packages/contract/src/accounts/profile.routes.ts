import { del, get, post, put, type Routes } from '../calls/route.ts'

export const profileRoutes = {
  'profile.own': get('admin/profile', 'session', { beforeSecondFactor: true }),
  'profile.update': put('admin/profile', 'session', { beforeSecondFactor: true }),
  'profile.image': put('admin/profile/image', 'session', { beforeSecondFactor: true }),
  'profile.preferences': get('admin/profile/preferences', 'session', { beforeSecondFactor: true }),
  'profile.setPreferences': put('admin/profile/preferences', 'session', {
    beforeSecondFactor: true,
  }),
  'profile.changePassword': put('admin/profile/password', 'session', { beforeSecondFactor: true }),
  'profile.stepUpOptions': post('admin/profile/step-up-options', 'session', { keyless: true }),
  'profile.stepUp': post('admin/profile/step-up', 'session', { keyless: true }),
  'profile.sessions': get('admin/profile/sessions', 'session', { beforeSecondFactor: true }),
  'profile.endOtherSessions': del('admin/profile/sessions', 'session', {
    beforeSecondFactor: true,
  }),
  'profile.endSession': del('admin/profile/session/{id}', 'session', { beforeSecondFactor: true }),
} as const satisfies Routes

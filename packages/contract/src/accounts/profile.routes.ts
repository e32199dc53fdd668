import { del, get, post, put, type Routes } from '../calls/route.ts'

const own = { beforeSecondFactor: true, personal: true } as const

export const profileRoutes = {
  'profile.own': get('admin/profile', 'session', own),
  'profile.update': put('admin/profile', 'session', own),
  'profile.image': put('admin/profile/image', 'session', own),
  'profile.preferences': get('admin/profile/preferences', 'session', own),
  'profile.setPreferences': put('admin/profile/preferences', 'session', own),
  'profile.changePassword': put('admin/profile/password', 'session', own),
  'profile.stepUpOptions': post('admin/profile/step-up-options', 'session', {
    keyless: true,
    personal: true,
  }),
  'profile.stepUp': post('admin/profile/step-up', 'session', { keyless: true, personal: true }),
  'profile.sessions': get('admin/profile/sessions', 'session', own),
  'profile.endOtherSessions': del('admin/profile/sessions', 'session', own),
  'profile.endSession': del('admin/profile/session/{id}', 'session', own),
} as const satisfies Routes

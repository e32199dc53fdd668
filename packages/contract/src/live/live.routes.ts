import { get, put, type Routes } from '../calls/route.ts'

/** The route of live changes: each tab has one stream of server-sent events. */
export const liveRoutes = {
  'live.stream': get('admin/live', 'session', { byItself: true, personal: true }),
  'live.presence': put('admin/live/presence', 'session', {
    readsOnly: true,
    byItself: true,
    personal: true,
  }),
} as const satisfies Routes

import type { BodySent, DataOf } from '@steward/contract/calls/endpoints'
import { call } from './client.ts'
import { apiUrl } from './config.ts'
import { routeOf } from './known-routes.ts'
import { bearer, readToken } from './token.ts'

/** A record that is open here. */
export type Opened = NonNullable<BodySent<'live.presence'>['open']>

/** Another person who has the record open. */
export type PresentPerson = DataOf<'live.presence'>['others'][number]

/** Reports what is open in a part of this tab; returns who else has it open. */
export async function sayPresent(tab: string, open: Opened): Promise<PresentPerson[]> {
  const { data } = await call('live.presence', { body: { tab, open } })
  return Array.isArray(data?.others) ? data.others : []
}

/** Reports that the record was closed, also while the page is unloaded; awaits no answer. */
export function sayGone(tab: string): void {
  const token = readToken()
  if (token === null) return
  const { method, path } = routeOf('live.presence')
  void fetch(apiUrl(path), {
    method,
    headers: { 'Content-Type': 'application/json', ...bearer(token) },
    body: JSON.stringify({ tab, open: null }),
    keepalive: true,
  }).catch(() => {})
}

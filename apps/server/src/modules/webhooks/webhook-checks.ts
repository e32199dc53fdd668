import { kebabOf, listOf } from '@steward/contract/areas/area-lists'
import type { AuditArea } from '@steward/contract/audit-log/audit-log.routes'
import type { BodyOf } from '@steward/contract/calls/endpoints'
import { say } from '@steward/i18n/sentence'
import { requireAnyPermission, requireStepUp } from '../../http/authorize.ts'
import { invalidField } from '../../http/failure.ts'
import { AddressRefused } from '../../http/outbound.ts'
import type { PersonRate } from '../../http/person-rate.ts'
import type { Session } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import { readFilter } from './matching.ts'

export type Filter = NonNullable<BodyOf<'webhooks.create'>['filter']>

/** What an address is checked with: `addresses` bounds how many names a person has looked up. */
export interface AddressCheck extends Pick<Services, 'outbound'> {
  addresses: PersonRate
}

/**
 * Checks an address that events are to be sent to from now on. Its name is looked up last, after step-up and rate limit.
 * Throws `step_up_required`, `too_many`, or `invalid` for an address that may not be called.
 */
export async function checkAddress(
  { outbound, addresses }: AddressCheck,
  session: Session,
  url: string,
): Promise<void> {
  requireStepUp(session)
  const person = session.user.id
  addresses.take(person)
  try {
    await outbound.check(url, person)
  } catch (error) {
    if (error instanceof AddressRefused) throw invalidField('url', error.said)
    throw error
  }
}

/** Throws where a filter is none of its list, or its list is one that the person may not see. */
export function checkFilter(
  { db, areas }: Pick<Services, 'db' | 'areas'>,
  session: Session,
  { list, query }: Filter,
): void {
  requireAnyPermission(session, listOf(list).needs)
  readFilter(db, areas, { list, query }, session, ['filter', 'query'])
}

/** The area whose entries are about the records of a list. */
const areaOf = (list: Filter['list']) => kebabOf(listOf(list).area) as AuditArea

/** The areas of a webhook: with a filter that of its list alone. Throws for others beside it. */
export function areasWith(areas: readonly AuditArea[], list: Filter['list'] | null): AuditArea[] {
  if (list === null) return [...new Set(areas)]
  const area = areaOf(list)
  if (areas.some((each) => each !== area))
    throw invalidField(
      'areas',
      say('must be {area} alone, as the filter is one of its list', { area }),
    )
  return [area]
}

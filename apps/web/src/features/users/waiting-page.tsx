import type { User } from '@steward/contract/users'
import { textOf } from '../../api/read.ts'
import { ListPage } from '../../shared/list/list-page.tsx'
import { statusColumn, textColumn, timeColumn } from '../../ui/list/columns.tsx'
import type { ListDefinition } from '../../ui/list/list-definition.ts'
import { PictureCell } from '../../ui/record/picture-cell.tsx'
import { AddressProof, isUnconfirmed } from './address-proof.tsx'
import { UserTabs, userTabs } from './user-tabs.tsx'
import { waitingListOptions } from './waiting.queries.ts'
import { WaitingRecord } from './waiting-record.tsx'

const definition: ListDefinition<User> = {
  name: 'users-waiting',
  one: 'registration',
  many: 'registrations',
  searchHint: 'Search name, e-mail',
  searched: (user) => [user.name, user.email],
  columns: [
    {
      key: 'name',
      label: 'Name',
      width: 260,
      grow: true,
      sort: 'name',
      cell: (user) => <PictureCell shape="person" name={user.name} image={user.image} />,
      text: (user) => textOf(user.name) ?? '',
    },
    textColumn<User>('email', 'E-mail', (user) => user.email, { width: 280, sort: 'email' }),
    {
      ...statusColumn<User>('confirmed', 'Address', () => null, { width: 150, card: 'field' }),
      cell: (user) => <AddressProof user={user} />,
      text: (user) => (isUnconfirmed(user) ? 'Not confirmed' : ''),
    },
    timeColumn<User>('created', 'Registered', (user) => user.createdAt, {
      width: 160,
      sort: 'createdAt',
    }),
  ],
  filters: [
    {
      kind: 'flag',
      key: 'emailConfirmed',
      label: 'Address',
      yes: 'Confirmed',
      no: 'Not confirmed',
    },
  ],
  sorts: ['createdAt', 'name', 'email'],
  sort: 'createdAt',
  title: (user) => textOf(user.name) ?? textOf(user.email) ?? 'Somebody without a name',
  emptyHint: 'Whoever registers stands here until somebody lets them in.',
}

/** Those who registered and wait, the longest first; each is let in or turned away in its drawer. */
export function WaitingPage() {
  return (
    <ListPage
      title="Waiting for approval"
      definition={definition}
      options={waitingListOptions}
      needs={userTabs.waiting.needs}
      tabs={<UserTabs />}
      drawer={({ id, record }) => <WaitingRecord key={id} user={record} />}
    />
  )
}

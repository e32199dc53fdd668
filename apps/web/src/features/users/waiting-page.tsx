import { msg, t } from '@steward/i18n/reader'
import type { User } from '../../api/answers/records.ts'
import { lists } from '../../shared/lists/lists.ts'
import { addressProof, isUnconfirmed, nameOf } from '../../shared/people/user-types.ts'
import { ListPage } from '../../shared/records/list-page.tsx'
import type { ListDefinition } from '../../ui/list/definition/list-definition.ts'
import {
  actionsColumn,
  flagChoices,
  statusColumn,
  textColumn,
  timeColumn,
} from '../../ui/list/table/columns.tsx'
import { drawerPart } from '../../ui/page/lazy-part.tsx'
import { PictureCell } from '../../ui/record/picture-cell.tsx'
import { StatusBadge } from '../../ui/record/status-badge.tsx'
import { UserTabs } from './user-tabs.tsx'
import { WaitingBulk, WaitingMenu, WaitingRowButtons } from './waiting-actions.tsx'

const WaitingRecord = drawerPart(async () => (await import('./waiting-record.tsx')).WaitingRecord)

const definition: ListDefinition<User> = {
  list: lists.waiting,
  searchHint: msg('Search name, e-mail'),
  searched: (user) => [user.name, user.email],
  columns: [
    {
      key: 'name',
      label: msg('Name'),
      width: 260,
      grow: true,
      sort: 'name',
      cell: (user) => <PictureCell shape="person" name={user.name} image={user.image} />,
      text: (user) => user.name ?? '',
    },
    textColumn<User>('email', msg('E-mail'), (user) => user.email, {
      width: 280,
      most: 320,
      sort: 'email',
    }),
    {
      ...statusColumn<User>(
        'confirmed',
        msg('Address', 'whether an e-mail address is confirmed'),
        () => null,
        {
          width: 150,
          priority: 3,
          card: 'field',
        },
      ),
      cell: (user) => <StatusBadge status={addressProof(user)} />,
      text: (user) => (isUnconfirmed(user) ? t('Not confirmed') : ''),
    },
    timeColumn<User>('created', msg('Registered'), (user) => user.createdAt, {
      width: 160,
      priority: 4,
      sort: 'createdAt',
    }),
    {
      key: 'decide',
      label: msg('Decision'),
      width: 210,
      priority: 2,
      align: 'end',
      card: 'foot',
      control: true,
      cell: (user) => <WaitingRowButtons user={user} />,
      text: () => '',
    },
    actionsColumn<User>((user) => <WaitingMenu user={user} />),
  ],
  filters: [
    {
      key: 'emailConfirmed',
      label: msg('Address', 'whether an e-mail address is confirmed'),
      choices: flagChoices(msg('Confirmed'), msg('Not confirmed')),
    },
  ],
  title: nameOf,
  emptyHint: msg('New registrations appear here for approval.'),
}

/** Those who registered and wait, the longest first; they are let in or turned away in the rows or the drawer. */
export const WaitingPage = () => (
  <ListPage
    definition={definition}
    tabs={<UserTabs />}
    bulkByRow
    bulk={(chosen) => <WaitingBulk chosen={chosen} />}
    drawer={({ id, record }, close) => <WaitingRecord key={id} user={record} close={close} />}
  />
)

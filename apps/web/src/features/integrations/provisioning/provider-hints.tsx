import { type Message, msg, t } from '@steward/i18n/reader'
import { Facts } from '../shared/facts.tsx'
import { Fold } from '../shared/fold.tsx'

interface Hint {
  name: string
  where: Message
  address: Message
  key: Message
  sent: Message
  last: Message
}

const hints: readonly Hint[] = [
  {
    // i18n-ignore: a name
    name: 'Microsoft Entra',
    where: msg(
      'Enterprise applications › your application › Provisioning, with the mode Automatic',
    ),
    address: msg('Tenant URL'),
    key: msg('Secret token'),
    sent: msg(
      'Mappings: userPrincipalName to userName, objectId to externalId, mail to the e-mail of the type work; of groups displayName, objectId to externalId, and members. Under Sign-in, people are then told from others by oid (less usual settings).',
    ),
    last: msg('Test connection, assign people and groups, then start provisioning.'),
  },
  {
    // i18n-ignore: a name
    name: 'Okta',
    where: msg('Your application › General › Enable SCIM provisioning; then its tab Provisioning'),
    address: msg('SCIM connector base URL; the unique identifier field is userName'),
    key: msg('Authentication mode HTTP Header: the field Authorization'),
    sent: msg(
      'To App: Create Users, Update User Attributes and Deactivate Users; groups under Push Groups',
    ),
    last: msg('Test the connector, assign people, then push the groups.'),
  },
]

/** Where address and key are entered at the providers that most have. */
export const ProviderHints = () => (
  <Fold title={t('Where to enter them in Microsoft Entra and Okta')}>
    {hints.map(({ name, where, address, key, sent, last }) => (
      <div key={name} className="grid one-column gap-8">
        <h3>{name}</h3>
        <Facts
          rows={[
            [t('Where'), t(where)],
            [t('The address'), t(address)],
            [t('The key'), t(key)],
            [t('What is sent'), t(sent)],
            [t('Then'), t(last)],
          ]}
        />
      </div>
    ))}
  </Fold>
)

import { type Message, msg, t } from '@steward/i18n/reader'
import { Facts } from '../shared/facts.tsx'
import { Fold } from '../shared/fold.tsx'

interface Hint {
  name: string
  register: Message
  issuer: string
  scopes: string
  /** The claim with the groups. */
  claim: string
  groups: Message
}

// i18n-ignore: scopes
const usual = 'openid profile email'

const hints: readonly Hint[] = [
  {
    // i18n-ignore: a name
    name: 'Microsoft Entra',
    register: msg(
      'App registrations › New registration, with the platform Web. Certificates & secrets makes the secret.',
    ),
    issuer: 'https://login.microsoftonline.com/TENANT_ID/v2.0',
    scopes: usual,
    claim: 'groups',
    groups: msg(
      'Token configuration › Add groups claim › Groups assigned to the application. Enter the object IDs of the groups below, not their names. Somebody in more than 200 groups is sent none of them and can’t sign in: assign only groups that you map.',
    ),
  },
  {
    // i18n-ignore: a name
    name: 'Okta',
    register: msg('Applications › Create App Integration › OIDC, Web Application.'),
    issuer: 'https://ORG.okta.com',
    // i18n-ignore: scopes
    scopes: 'openid profile email groups',
    claim: 'groups',
    groups: msg(
      'Sign On › OpenID Connect ID Token: the groups claim groups, with a filter that matches the groups that you map. Enter their names below.',
    ),
  },
  {
    // i18n-ignore: a name
    name: 'Keycloak',
    register: msg('Clients › Create client, with client authentication on.'),
    issuer: 'https://HOST/realms/REALM',
    scopes: usual,
    claim: 'groups',
    groups: msg(
      'Your client › Client scopes › its dedicated scope › Add mapper › Group Membership: token claim name groups, full group path off, added to the ID token. Enter the names of the groups below.',
    ),
  },
  {
    // i18n-ignore: a name
    name: 'Google',
    register: msg(
      'In the Google Cloud console: APIs & Services › Credentials › OAuth client ID, web application.',
    ),
    issuer: 'https://accounts.google.com',
    scopes: usual,
    claim: 'hd',
    groups: msg(
      'Google tells no groups. The claim hd is the domain of your Google Workspace, such as example.com: enter the domain as the group, and everybody of it gets one role.',
    ),
  },
]

/** What is entered here, and done there, for the providers that most have. */
export const ProviderHints = () => (
  <Fold title={t('What to enter for Microsoft Entra, Okta, Keycloak and Google')}>
    {hints.map(({ name, register, issuer, scopes, claim, groups }) => (
      <div key={name} className="grid one-column gap-8">
        <h3>{name}</h3>
        <Facts
          rows={[
            [t('Where to register'), t(register)],
            [t('Issuer'), <Code key="issuer" of={issuer} />],
            [t('Claim with the groups'), <Code key="claim" of={claim} />],
            [t('Scopes'), <Code key="scopes" of={scopes} />],
            [t('Groups'), t(groups)],
          ]}
        />
      </div>
    ))}
  </Fold>
)

const Code = ({ of }: { of: string }) => <code dir="ltr">{of}</code>

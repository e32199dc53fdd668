import type { OwnCall } from '@steward/contract/calls/specified-calls'
import { type Message, msg } from '@steward/i18n/reader'
import {
  type Icon,
  IconKey,
  IconLogin2,
  IconRobot,
  IconUserShare,
  IconWebhook,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { drawerPart } from '../../ui/page/lazy-part.tsx'

/** A part of the page of integrations, at `/integrations/{path}`. */
export interface IntegrationPart {
  path: string
  title: Message
  /** What it is for, in the overview and above the part. */
  hint: Message
  icon: Icon
  /** The call that it depends on, which a server may lack. */
  call: OwnCall
  Part: ComponentType
}

/** The parts, in the order of their tabs. */
export const integrationParts: readonly IntegrationPart[] = [
  {
    path: 'sign-in',
    title: msg('Sign-in'),
    hint: msg('Let people sign in with the account that they already have, by OpenID Connect.'),
    icon: IconLogin2,
    call: 'identityProviders.list',
    Part: drawerPart(async () => (await import('./sign-in/sign-in-part.tsx')).SignInPart),
  },
  {
    path: 'provisioning',
    title: msg('Provisioning'),
    hint: msg(
      'Let your identity provider create accounts, change and end them, and give roles by its groups (SCIM).',
    ),
    icon: IconUserShare,
    call: 'provisioning.read',
    Part: drawerPart(
      async () => (await import('./provisioning/provisioning-part.tsx')).ProvisioningPart,
    ),
  },
  {
    path: 'keys',
    title: msg('Keys', 'of programs'),
    hint: msg(
      'Let a program use the API: give it a service account with a role, and the account a key.',
    ),
    icon: IconKey,
    call: 'serviceAccounts.list',
    Part: drawerPart(async () => (await import('./keys/keys-part.tsx')).KeysPart),
  },
  {
    path: 'webhooks',
    title: msg('Webhooks'),
    hint: msg('Have other programs told what changes here, as soon as it does.'),
    icon: IconWebhook,
    call: 'webhooks.list',
    Part: drawerPart(async () => (await import('./webhooks/webhooks-part.tsx')).WebhooksPart),
  },
  {
    path: 'agents',
    title: msg('Agents'),
    hint: msg(
      'Let an agent read and propose changes: people approve what is done, within bounds that you set.',
    ),
    icon: IconRobot,
    call: 'agentBounds.list',
    Part: drawerPart(async () => (await import('./agents/agents-part.tsx')).AgentsPart),
  },
]

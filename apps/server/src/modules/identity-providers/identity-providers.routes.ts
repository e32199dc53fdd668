import { msg } from '@steward/i18n/reader'
import { messageOf } from '@steward/i18n/sentence'
import type { HandlersOf } from '../../http/handler.ts'
import { newId } from '../../ids.ts'
import type { Services } from '../../services.ts'
import { enforceRateLimit, perUser } from '../authentication/throttle.store.ts'
import { explain } from './explain.service.ts'
import {
  changeProvider,
  createProvider,
  listProviders,
  noSuchProvider,
  removeProvider,
} from './identity-providers.service.ts'
import { findMappedRoles, findProvider } from './identity-providers.store.ts'
import { addressesOf, postLogoutUri } from './identity-providers.view.ts'
import { passwordsView, setPasswords } from './passwords-off.service.ts'
import { ProviderAway } from './provider-clients.ts'

/** Handlers of identity providers, and of whether passwords sign in. */
export function identityProvidersHandlers(services: Services): HandlersOf<'identityProviders'> {
  const { db, config, identityProviders: clients, signInOptions } = services
  return {
    'identityProviders.list': async () => {
      const roles = await findMappedRoles(db)
      const next = newId()
      return {
        data: {
          providers: await listProviders(services),
          roles: roles.map(({ id, name, status, system }) => ({ _id: id, name, status, system })),
          passwords: await passwordsView(db),
          postLogoutUri: postLogoutUri(config.publicUrl),
          next: { _id: next, ...addressesOf(config.publicUrl, next) },
        },
      }
    },
    'identityProviders.create': async ({ body, session }) => {
      const data = await createProvider(services, session, body)
      signInOptions.forget()
      return { message: 'Identity provider added', data }
    },
    'identityProviders.update': async ({ params, body, session }) => {
      const data = await changeProvider(services, session, params.id, body)
      signInOptions.forget()
      return { message: 'Identity provider saved', data }
    },
    'identityProviders.delete': async ({ params, session }) => {
      await removeProvider(services, session, params.id)
      signInOptions.forget()
      return { message: 'Identity provider deleted', data: {} }
    },
    'identityProviders.discover': async ({ body, session }) => {
      await enforceRateLimit(db, perUser('openid-discover', session.user.id, 30, 10))
      return { data: await discovered(services, body.issuer, session.user.id) }
    },
    'identityProviders.explain': async ({ params, body, session }) => {
      await enforceRateLimit(db, perUser('openid-explain', session.user.id, 60, 10))
      const provider = await findProvider(db, params.id)
      if (!provider) throw noSuchProvider()
      return { data: await explain({ db, clients }, session, provider, body.token) }
    },
    'identityProviders.setPasswords': async ({ body, session }) => {
      const data = await setPasswords(services, clients, session, body)
      signInOptions.forget()
      return { message: data.off ? 'Passwords turned off' : 'Passwords turned on', data }
    },
  }
}

const wanted = [
  'issuer',
  'authorization_endpoint',
  'token_endpoint',
  'jwks_uri',
  'userinfo_endpoint',
  'end_session_endpoint',
] as const

async function discovered({ identityProviders }: Services, issuer: string, person: string) {
  try {
    const metadata = (await identityProviders.discover(issuer, person)).serverMetadata()
    const endpoints = wanted.flatMap((name) => {
      const value = metadata[name]
      return typeof value === 'string' ? { name, value: value.slice(0, 2000) } : []
    })
    const lacks = (words: string, really: boolean) => (really ? [messageOf(words)] : [])
    const warnings = [
      ...lacks(
        msg('It has no end-session endpoint, so signing out here doesn’t sign out there.'),
        !metadata.end_session_endpoint,
      ),
      ...lacks(
        msg(
          'It doesn’t announce back-channel logout, so a sign-out there may not end sessions here.',
        ),
        metadata['backchannel_logout_supported'] !== true,
      ),
      ...lacks(
        msg('It doesn’t announce PKCE with S256. It is asked for nevertheless.'),
        !metadata.code_challenge_methods_supported?.includes('S256'),
      ),
    ]
    return { problem: null, warnings, endpoints }
  } catch (error) {
    if (!(error instanceof ProviderAway)) throw error
    return { problem: messageOf(error.why), warnings: [], endpoints: [] }
  }
}

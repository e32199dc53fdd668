import type { SealedColumn } from '../../db/sealed-columns.ts'

/** The context that the secret of an identity provider's client is encrypted in. */
export const clientSecretContext = (provider: string): string => `identity provider ${provider}`

/** The secrets with which this installation is a client of identity providers. */
export const clientSecrets: SealedColumn = {
  table: 'identity_providers',
  column: 'client_secret',
  id: 'id',
  contextOf: clientSecretContext,
}

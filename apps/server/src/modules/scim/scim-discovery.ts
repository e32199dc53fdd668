import { maxPage } from './lists/scim-query.rules.ts'
import { type ResourceType, resourceTypes, type Schema } from './protocol/scim-schemas.ts'

const coreSchema = (name: string) => `urn:ietf:params:scim:schemas:core:2.0:${name}`

/** What this server can do (RFC 7643, 5). @param base the address below which SCIM is served */
export const serviceProviderConfig = (base: string) => ({
  schemas: [coreSchema('ServiceProviderConfig')],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: maxPage },
  changePassword: { supported: false },
  sort: { supported: true },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'The key of a service account in the Authorization header',
      specUri: 'https://www.rfc-editor.org/info/rfc6750',
      primary: true,
    },
  ],
  meta: {
    resourceType: 'ServiceProviderConfig',
    location: `${base}/ServiceProviderConfig`,
  },
})

const typeView = (base: string, { name, endpoint, schema, extensions }: ResourceType) => ({
  schemas: [coreSchema('ResourceType')],
  id: name,
  name,
  endpoint,
  description: schema.description,
  schema: schema.id,
  schemaExtensions: extensions.map(({ id }) => ({ schema: id, required: false })),
  meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
})

const schemaView = (base: string, schema: Schema) => ({
  schemas: [coreSchema('Schema')],
  ...schema,
  meta: { resourceType: 'Schema', location: `${base}/Schemas/${schema.id}` },
})

/** The resource types (RFC 7643, 6). */
export const resourceTypeViews = (base: string) => resourceTypes.map((each) => typeView(base, each))

/** The schemas of all resource types (RFC 7643, 7). */
export const schemaViews = (base: string) =>
  resourceTypes.flatMap(({ schema, extensions }) =>
    [schema, ...extensions].map((each) => schemaView(base, each)),
  )

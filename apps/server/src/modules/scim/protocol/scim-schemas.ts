// The schemas of RFC 7643 as far as Steward keeps what they name; what reads, changes and answers a resource goes by them.

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const enterpriseSchema = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

type Type = 'string' | 'boolean' | 'complex' | 'reference' | 'dateTime'

/** An attribute as `/Schemas` describes it (RFC 7643, 7). */
export interface Attribute {
  name: string
  type: Type
  description: string
  multiValued: boolean
  required: boolean
  caseExact: boolean
  mutability: 'readOnly' | 'readWrite' | 'immutable' | 'writeOnly'
  returned: 'always' | 'default' | 'never'
  uniqueness: 'none' | 'server'
  subAttributes?: Attribute[]
  referenceTypes?: string[]
}

export interface Schema {
  id: string
  name: string
  description: string
  attributes: Attribute[]
}

/** A resource type: its own schema and its extensions. */
export interface ResourceType {
  name: 'User' | 'Group'
  endpoint: '/Users' | '/Groups'
  schema: Schema
  extensions: Schema[]
}

function attribute(
  name: string,
  description: string,
  other: Partial<Omit<Attribute, 'name' | 'description'>> = {},
): Attribute {
  return {
    name,
    type: other.subAttributes ? 'complex' : 'string',
    description,
    multiValued: false,
    required: false,
    caseExact: false,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
    ...other,
  }
}

const readOnly = { mutability: 'readOnly' } as const

/** An attribute with several values, each with a type, a label and whether it is the first choice. */
const several = (name: string, description: string, value: Partial<Attribute> = {}) =>
  attribute(name, description, {
    multiValued: true,
    subAttributes: [
      attribute('value', 'The value', value),
      attribute('display', 'What the value is called'),
      attribute('type', 'What the value is for, such as work or home'),
      attribute('primary', 'Whether it is the first choice', { type: 'boolean' }),
    ],
  })

const reference = (referenceTypes: string[]) =>
  ({ type: 'reference', caseExact: true, referenceTypes }) as const

/** What every resource has beside its schema (RFC 7643, 3.1). */
export const commonAttributes: readonly Attribute[] = [
  attribute('schemas', 'The schemas of the resource', {
    ...readOnly,
    multiValued: true,
    returned: 'always',
  }),
  attribute('id', 'The identifier of the resource here', {
    ...readOnly,
    caseExact: true,
    returned: 'always',
    uniqueness: 'server',
  }),
  attribute('externalId', 'The identifier of the resource at the provider', { caseExact: true }),
  attribute('meta', 'What is known of the resource', {
    ...readOnly,
    subAttributes: ['resourceType', 'created', 'lastModified', 'location', 'version'].map((name) =>
      attribute(name, 'Set by the server', readOnly),
    ),
  }),
]

const users: Schema = {
  id: userSchema,
  name: 'User',
  description: 'An account of staff',
  attributes: [
    attribute('userName', 'The name at the provider, usually an e-mail address', {
      required: true,
      uniqueness: 'server',
    }),
    attribute('name', 'The parts of the name', {
      subAttributes: [
        attribute('formatted', 'The whole name'),
        attribute('familyName', 'The family name'),
        attribute('givenName', 'The given name'),
        attribute('middleName', 'Middle names'),
        attribute('honorificPrefix', 'A title before the name'),
        attribute('honorificSuffix', 'What follows the name'),
      ],
    }),
    attribute('displayName', 'The name that is shown; of the account'),
    attribute('nickName', 'How the person is called'),
    attribute('profileUrl', 'A page about the person', reference(['external'])),
    attribute('title', 'The position, such as Vice President'),
    attribute('userType', 'What the person is to the organization'),
    attribute('preferredLanguage', 'The language that the person prefers'),
    attribute('locale', 'How dates and numbers are written'),
    attribute('timezone', 'The time zone of the person'),
    attribute('active', 'Whether the person may sign in', { type: 'boolean' }),
    attribute('password', 'Ignored: people sign in at their provider', {
      mutability: 'writeOnly',
      returned: 'never',
    }),
    several('emails', 'E-mail addresses; the primary or first one is that of the account'),
    several('phoneNumbers', 'Phone numbers'),
    several('ims', 'Addresses of instant messaging'),
    several('photos', 'Addresses of pictures', reference(['external'])),
    attribute('addresses', 'Postal addresses', {
      multiValued: true,
      subAttributes: [
        ...['formatted', 'streetAddress', 'locality', 'region', 'postalCode', 'country'].map(
          (name) => attribute(name, 'A part of the address'),
        ),
        attribute('type', 'What the address is for, such as work or home'),
        attribute('primary', 'Whether it is the first choice', { type: 'boolean' }),
      ],
    }),
    attribute('groups', 'The groups that the person is in; changed by those', {
      ...readOnly,
      multiValued: true,
      subAttributes: [
        attribute('value', 'The id of the group', readOnly),
        attribute('$ref', 'The address of the group', { ...reference(['Group']), ...readOnly }),
        attribute('display', 'The name of the group', readOnly),
        attribute('type', 'Always direct', readOnly),
      ],
    }),
    several('entitlements', 'What the person is entitled to, as text; Steward goes by groups'),
    several('roles', 'Roles at the provider, as text; Steward goes by groups'),
  ],
}

const enterprise: Schema = {
  id: enterpriseSchema,
  name: 'EnterpriseUser',
  description: 'What an organization knows of a person',
  attributes: [
    attribute('employeeNumber', 'The number of the employee'),
    attribute('costCenter', 'The cost center'),
    attribute('organization', 'The organization'),
    attribute('division', 'The division'),
    attribute('department', 'The department'),
    attribute('manager', 'The manager', {
      subAttributes: [
        attribute('value', 'The id of the manager', { caseExact: true }),
        attribute('$ref', 'The address of the manager', reference(['User'])),
        attribute('displayName', 'The name of the manager', readOnly),
      ],
    }),
  ],
}

const groups: Schema = {
  id: groupSchema,
  name: 'Group',
  description: 'A group of people, which may be mapped to a role',
  attributes: [
    attribute('displayName', 'The name of the group; the mapping to roles goes by it', {
      required: true,
      uniqueness: 'server',
    }),
    attribute('members', 'The people of the group', {
      multiValued: true,
      subAttributes: [
        attribute('value', 'The id of a person', { mutability: 'immutable', caseExact: true }),
        attribute('$ref', 'The address of the person', {
          ...reference(['User']),
          mutability: 'immutable',
        }),
        attribute('display', 'The name of the person', readOnly),
        attribute('type', 'Always User: groups within groups are not supported', {
          mutability: 'immutable',
        }),
      ],
    }),
  ],
}

export const userType: ResourceType = {
  name: 'User',
  endpoint: '/Users',
  schema: users,
  extensions: [enterprise],
}
export const groupType: ResourceType = {
  name: 'Group',
  endpoint: '/Groups',
  schema: groups,
  extensions: [],
}

export const resourceTypes: readonly ResourceType[] = [userType, groupType]

/** Finds an attribute by its name, whose case doesn't matter (RFC 7643, 2.1). */
export const attributeOf = (
  attributes: readonly Attribute[] | undefined,
  name: string,
): Attribute | undefined =>
  attributes?.find((each) => each.name.toLowerCase() === name.toLowerCase())

import type { Table } from './place.ts'

/**
 * The columns of text, JSON and bytes that hold nothing about a person: states, names that Steward gives, and settings of
 * the whole installation. What isn't here and not in the catalogue fails a test.
 */
export const impersonalColumns: { readonly [T in Table]?: readonly string[] } = {
  audit_conversion: ['replaced'],
  audit_counts: ['action', 'area', 'person_types'],
  // Salts and commitments tell nothing of a value without the other.
  audit_entries: ['action', 'area', 'erased', 'person_types', 'role_name', 'salts', 'through'],
  audit_sealing: ['writers'],
  audit_seals: ['digests', 'hash', 'previous'],
  categories: ['color', 'image', 'name', 'slug', 'status', 'tree_key'],
  counter_deltas: ['area', 'daily', 'facets'],
  counters: ['area', 'facets'],
  daily_counters: ['area', 'facets'],
  events: ['image', 'time_zone'],
  folded_deltas: ['area'],
  identity_providers: [
    'acr_values',
    'admission',
    'client_id',
    'client_secret',
    'group_roles',
    'groups_claim',
    'issuer',
    'name',
    'scopes',
    'step_up_acr_values',
    'subject_claim',
    'token_auth',
  ],
  person_counters: ['area'],
  polls: ['kind', 'status'],
  proposals: ['person_types'],
  retention_settings: ['days'],
  roles: ['field_rules', 'image', 'name', 'permissions', 'status', 'status_before_deletion'],
  scim_groups: ['external_id'],
  secret_keys: ['fingerprint', 'recovery_key'],
  tasks: ['about_area'],
  used_logout_tokens: ['jti_hash'],
  webhooks: ['actions', 'areas', 'list', 'off_reason', 'state'],
}

/** Tables whose rows are copies of records, which an erasure drops: lists as of a past moment. */
export const isSnapshot = (table: string): boolean => table.startsWith('snapshot')

/** Types of columns that hold no text: ids, numbers, times, and yes or no. Whom an id leads to says the catalogue. */
export const impersonalTypes: ReadonlySet<string> = new Set([
  'uuid',
  'integer',
  'bigint',
  'smallint',
  'numeric',
  'boolean',
  'date',
  'timestamp with time zone',
  '_uuid',
  '_int8',
])

export const etagOf = (version: string | number): string => `W/"${version}"`

/** The `meta` of a resource (RFC 7643, 3.1). */
export const metaOf = (
  base: string,
  resourceType: 'User' | 'Group',
  row: { id: string; version: string | number; created_at: string; updated_at: string },
) => ({
  resourceType,
  created: row.created_at,
  lastModified: row.updated_at,
  location: `${base}/${resourceType}s/${row.id}`,
  version: etagOf(row.version),
})

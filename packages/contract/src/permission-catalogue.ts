/**
 * The one list of what a role can permit: modules, their submodules and the actions of each.
 * Server and web derive everything else from it (specification sections 5 and 6).
 */
export const permissionCatalogue = {
  Dashboard: { Overview: ['list'] },
  Roles: { Roles: ['list', 'create', 'update', 'status', 'delete', 'restore', 'preview'] },
  Users: {
    Admins: ['list', 'view', 'create', 'update', 'status', 'delete'],
    'Business users': ['list', 'view', 'create', 'update', 'status', 'delete', 'import'],
    Members: ['list', 'view', 'create', 'update', 'status', 'delete', 'import'],
    'Shopping feed': ['update'],
  },
  Community: {
    Events: ['list', 'import'],
    'Polls and surveys': ['list', 'import'],
    'Feed posts': ['list', 'delete', 'import'],
  },
  Operations: { Tasks: ['list', 'import'], Bills: ['list', 'update', 'delete', 'import'] },
  Catalogue: {
    Categories: ['list', 'create', 'update', 'delete'],
    'Shopping posts': ['list', 'status', 'delete', 'restore', 'import'],
  },
} as const satisfies Record<string, Record<string, readonly string[]>>

type Catalogue = typeof permissionCatalogue

/** One permission, by the names of {@link permissionCatalogue}. */
export type Permission = {
  [M in keyof Catalogue]: {
    [S in keyof Catalogue[M]]: Catalogue[M][S] extends readonly (infer A)[]
      ? { readonly module: M; readonly submodule: S; readonly action: A }
      : never
  }[keyof Catalogue[M]]
}[keyof Catalogue]

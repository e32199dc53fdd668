/** The one list of permissions, from which all else derives (specification sections 5 and 6). */
export const permissionCatalogue = {
  Dashboard: { Overview: ['list'] },
  Roles: {
    Roles: ['list', 'create', 'update', 'status', 'delete', 'restore', 'preview', 'purge'],
  },
  Users: {
    Admins: ['list', 'view', 'create', 'update', 'status', 'delete', 'purge'],
    'Business users': ['list', 'view', 'create', 'update', 'status', 'delete', 'import', 'purge'],
    Members: ['list', 'view', 'create', 'update', 'status', 'delete', 'import', 'purge'],
    'Shopping feed': ['update'],
  },
  Community: {
    Events: ['list', 'create', 'update', 'delete', 'import', 'purge'],
    'Polls and surveys': ['list', 'create', 'update', 'delete', 'import', 'purge'],
    'Feed posts': ['list', 'delete', 'import', 'purge'],
  },
  Operations: {
    Tasks: ['list', 'create', 'update', 'comment', 'delete', 'import', 'purge'],
    Bills: ['list', 'create', 'update', 'delete', 'import', 'purge'],
  },
  Catalogue: {
    Categories: ['list', 'create', 'update', 'delete', 'purge'],
    'Shopping posts': ['list', 'status', 'delete', 'restore', 'import', 'purge'],
  },
  System: { 'Audit log': ['list', 'undo'], 'Saved views': ['share'] },
} as const satisfies Record<string, Record<string, readonly string[]>>

type Catalogue = typeof permissionCatalogue

export type Permission = {
  [M in keyof Catalogue]: {
    [S in keyof Catalogue[M]]: Catalogue[M][S] extends readonly (infer A)[]
      ? { readonly module: M; readonly submodule: S; readonly action: A }
      : never
  }[keyof Catalogue[M]]
}[keyof Catalogue]

import { type Area, type AreaName, type Areas, areas } from '../areas/areas.ts'

type WithActions = {
  [N in AreaName]: Areas[N] extends { actions: object } ? Areas[N] : never
}[AreaName]
type OfAreas = {
  [M in WithActions['module']]: {
    [A in Extract<WithActions, { module: M }> as A['title']]: A['actions']
  }
}

/** The actions of each area, by module and title, in the order of the areas. */
function actionsOfAreas(): OfAreas {
  const modules: Record<string, Record<string, readonly string[]>> = {}
  for (const { module, title, actions } of Object.values<Area>(areas))
    if (actions) modules[module] = { ...modules[module], [title]: actions }
  return modules as OfAreas
}

const { Roles, ...others } = actionsOfAreas()

/** The one list of permissions, from which all else derives (specification sections 5 and 6). */
export const permissionCatalogue = {
  Dashboard: { Overview: ['list'] },
  Roles,
  Users: {
    Admins: ['list', 'view', 'create', 'update', 'status', 'delete', 'purge'],
    'Business users': ['list', 'view', 'create', 'update', 'status', 'delete', 'import', 'purge'],
    Members: ['list', 'view', 'create', 'update', 'status', 'delete', 'import', 'purge'],
    'Shopping feed': ['update'],
  },
  ...others,
  System: {
    'Audit log': ['list', 'undo'],
    'Saved views': ['share'],
    Integrations: ['list', 'update', 'provision', 'propose', 'approve'],
    'Personal data': ['list', 'export', 'erase', 'update'],
  },
} as const satisfies Record<string, Record<string, readonly string[]>>

type Catalogue = typeof permissionCatalogue

export type Permission = {
  [M in keyof Catalogue]: {
    [S in keyof Catalogue[M]]: Catalogue[M][S] extends readonly (infer A)[]
      ? { readonly module: M; readonly submodule: S; readonly action: A }
      : never
  }[keyof Catalogue[M]]
}[keyof Catalogue]

import { kebabOf, listOf } from '@steward/contract/areas/area-lists'
import { type AreaName, areas, type ImportArea } from '@steward/contract/areas/areas'
import { type EndpointName, routes } from '@steward/contract/calls/routes'
import type { Permission } from '@steward/contract/permissions/permissions'
import { importNeeds } from '@steward/contract/records/imports.routes'
import { IconLogout, IconMoon, IconPlus, IconSun, IconUpload } from '@tabler/icons-react'
import { hasCall, isOffered } from '../../api/missing-calls.ts'
import type { Can } from '../../ui/permissions/permitted.tsx'
import { useTheme } from '../theme.store.ts'
import type { Address, PaletteOption } from './option.ts'

/** Forms that have a page of their own; those of all other areas open beside their list. */
const pages: Partial<Record<AreaName, Address>> = {
  roles: { to: '/roles/new' },
  users: { to: '/users/new' },
}

/** Making a record of each area: offered once the contract has a call for it, and to whom it is permitted. */
function creating(can: Can): PaletteOption[] {
  return (Object.keys(areas) as AreaName[]).flatMap((name) => {
    const call = `${name}.create`
    const route = Object.hasOwn(routes, call) ? routes[call as 'roles.create'] : undefined
    if (!route || !isOffered(call as EndpointName)) return []
    if (!(route.needs as readonly Permission[]).some(can)) return []
    const to = pages[name] ?? { to: areas[name].path, search: { edit: 'new' } }
    return [
      { id: `new ${name}`, label: `New ${areas[name].one}`, icon: <IconPlus size="1rem" />, to },
    ]
  })
}

function importing(can: Can): PaletteOption[] {
  if (!hasCall('imports.create')) return []
  return (Object.keys(importNeeds) as ImportArea[])
    .filter((name) => can(importNeeds[name]))
    .map((name) => ({
      id: `import ${name}`,
      label: `Import ${listOf(name).many}…`,
      icon: <IconUpload size="1rem" />,
      to: { to: '/import/$what', params: { what: kebabOf(name) } },
    }))
}

/** What the palette can do beside leading to records: all that is permitted to the person. */
export const commandsOf = (can: Can, signOut: () => void): PaletteOption[] => [
  ...creating(can),
  ...importing(can),
  {
    id: 'light',
    label: 'Theme: light',
    icon: <IconSun size="1rem" />,
    run: () => useTheme.getState().setTheme('light'),
  },
  {
    id: 'dark',
    label: 'Theme: dark',
    icon: <IconMoon size="1rem" />,
    run: () => useTheme.getState().setTheme('dark'),
  },
  { id: 'sign out', label: 'Sign out', icon: <IconLogout size="1rem" />, run: signOut },
]

import { kebabOf, listOf } from '@steward/contract/areas/area-lists'
import { needsOf as needsOfArea } from '@steward/contract/areas/area-permissions'
import { type AreaName, areas, type ImportArea } from '@steward/contract/areas/areas'
import { type EndpointName, routes } from '@steward/contract/calls/routes'
import { importNeeds } from '@steward/contract/imports/imports.routes'
import type { SavedView } from '@steward/contract/saved-views/saved-views'
import type { FoundRecord } from '@steward/contract/search/search'
import { t } from '@steward/i18n/reader'
import {
  IconBookmark,
  IconLogout,
  IconMoon,
  IconPlus,
  IconSun,
  IconUpload,
  type Icon as TablerIcon,
} from '@tabler/icons-react'
import { recentRecords } from '../../api/browser/recent-records.ts'
import { hasCall } from '../../api/missing-calls.ts'
import { lists } from '../../shared/lists/lists.ts'
import { makingWord } from '../../shared/records/making-words.ts'
import { pathOf, searchOfView } from '../../shared/saved-views/view-address.ts'
import { needsOf } from '../../ui/permissions/needs-of.ts'
import type { Can } from '../../ui/permissions/permitted.tsx'
import { iconOf } from '../areas.ts'
import type { Place } from '../places.ts'
import { useTheme } from '../theme.store.ts'
import { type Address, addressOf, type PaletteGroup, type PaletteOption } from './option.ts'

/** Forms that have a page of their own; those of all other areas open beside their list. */
const formPages: Partial<Record<AreaName, Address>> = {
  roles: { to: '/roles/new' },
  users: { to: '/users/new' },
}

/** Making a record of each area: offered once the contract has a call for it, and to whom it is permitted. */
function creating(can: Can): PaletteOption[] {
  return (Object.keys(areas) as AreaName[]).flatMap((name) => {
    const call = `${name}.create` as EndpointName
    if (!Object.hasOwn(routes, call) || !hasCall(call) || !needsOf(call).some(can)) return []
    const to = formPages[name] ?? { to: areas[name].path, search: { edit: 'new' } }
    return [
      {
        id: `new ${name}`,
        label: makingWord('new', areas[name].one),
        icon: <IconPlus size="1rem" />,
        to,
      },
    ]
  })
}

function importing(can: Can): PaletteOption[] {
  if (!hasCall('imports.create')) return []
  return (Object.keys(importNeeds) as ImportArea[])
    .filter((name) => can(importNeeds[name]))
    .map((name) => ({
      id: `import ${name}`,
      // i18n: {many} is a plural noun such as “bills”
      label: t('Import {many}…', { many: t(listOf(name).many) }),
      icon: <IconUpload size="1rem" />,
      to: { to: '/import/$what', params: { what: kebabOf(name) } },
    }))
}

const drawn = (Icon: TablerIcon) => <Icon aria-hidden size="1rem" stroke={1.75} />

const recent = (can: Can): PaletteOption[] =>
  recentRecords()
    .filter(
      ({ area }) => Object.hasOwn(areas, area) && needsOfArea(areas[area], area, 'list').some(can),
    )
    .map(({ area, id, title, type }) => ({
      id: `recent ${area} ${id}`,
      label: title,
      icon: drawn(iconOf(area)),
      to: addressOf({ area, id, type }, can),
    }))

/** The lines that need no server, in the order in which they are shown; of many, some while nothing is typed. */
export const ownGroups = (of: {
  can: Can
  signOut: () => void
  /** The pages that the person can go to. */
  places: readonly Place[]
  /** The saved views that the person may see, as far as they are known. */
  views: readonly SavedView[]
  /** What a team's default view adds to the way to a page. */
  defaultOf: (path: string) => { search?: never }
}): (PaletteGroup & { untyped?: number })[] => [
  { label: t('Recently opened'), untyped: 8, options: recent(of.can) },
  {
    label: t('Saved views'),
    untyped: 7,
    options: of.views
      .filter(({ isForMe, list }) => isForMe && needsOf(lists[list].call).some(of.can))
      .map((view) => ({
        id: `view ${view._id}`,
        label: view.name,
        detail: t(lists[view.list].title),
        icon: drawn(IconBookmark),
        to: { to: pathOf(view.list), search: searchOfView(view) } as Address,
      })),
  },
  {
    // i18n: heads pages that one can go to
    label: t('Go to'),
    options: [
      ...of.places.map(({ label, icon, key, to }) => ({
        id: `go ${label}`,
        label: t(label),
        icon: drawn(icon),
        keys: `g ${key}`,
        to: { to, ...of.defaultOf(to) },
      })),
    ],
  },
  {
    // i18n: heads what one can do here
    label: t('Do'),
    options: [
      ...creating(of.can),
      ...importing(of.can),
      ...[
        { theme: 'light', label: t('Theme: light'), icon: <IconSun size="1rem" /> },
        { theme: 'dark', label: t('Theme: dark'), icon: <IconMoon size="1rem" /> },
      ].map(({ theme, label, icon }) => ({
        id: theme,
        label,
        icon,
        run: () => useTheme.getState().setTheme(theme),
      })),
      { id: 'sign out', label: t('Sign out'), icon: <IconLogout size="1rem" />, run: of.signOut },
    ],
  },
]

/** The server's results by area. */
export const foundGroups = (results: readonly FoundRecord[], can: Can): PaletteGroup[] =>
  [...Map.groupBy(results, ({ area }) => area)].map(([area, records]) => ({
    label: t(areas[area].title),
    options: records.map((found) => ({
      id: `${area} ${found._id}`,
      label: found.title,
      icon: drawn(iconOf(area)),
      found,
      to: addressOf(
        { area, id: found._id, type: found.type, deleted: Boolean(found.deletedAt) },
        can,
      ),
    })),
  }))

import { listOf } from '@steward/contract/areas/area-lists'
import { type AreaName, type AreaPath, areas } from '@steward/contract/areas/areas'
import type { OwnCall } from '@steward/contract/calls/specified-calls'
import { msg } from '@steward/i18n/reader'
import {
  type Icon,
  IconCalendarEvent,
  IconChartBar,
  IconCheckbox,
  IconFileText,
  IconHistory,
  IconLayoutDashboard,
  IconMessage2,
  IconPlugConnected,
  IconReceipt2,
  IconShieldLock,
  IconShoppingBag,
  IconTags,
  IconUserShield,
  IconUsers,
} from '@tabler/icons-react'
import { hasCall } from '../api/missing-calls.ts'
import { needsOf, type PageNeeds } from '../ui/permissions/needs-of.ts'
import type { Can } from '../ui/permissions/permitted.tsx'

/** An entry of the sidebar. */
export interface Area {
  label: string
  icon: Icon
  /** The letter that leads there, after `g`. */
  key: string
  /** Where it may lead, best first; the first permitted one is taken. */
  pages: readonly { path: PagePath; needs: PageNeeds }[]
  /** The call that the entry depends on, which a server may lack. */
  call?: OwnCall
}

/** A page that the sidebar links to, or that belongs to one of its entries. */
export type PagePath =
  | AreaPath
  | '/dashboard'
  | '/users/waiting'
  | '/audit-log'
  | '/integrations'
  | '/personal-data'

interface Look {
  icon: Icon
  key: string
}

const ownLooks: Readonly<Partial<Record<AreaName, Look>>> = {
  roles: { icon: IconShieldLock, key: 'r' },
  users: { icon: IconUsers, key: 'u' },
  events: { icon: IconCalendarEvent, key: 'e' },
  polls: { icon: IconChartBar, key: 'o' },
  posts: { icon: IconMessage2, key: 'p' },
  tasks: { icon: IconCheckbox, key: 't' },
  bills: { icon: IconReceipt2, key: 'b' },
  categories: { icon: IconTags, key: 'c' },
  shoppingPosts: { icon: IconShoppingBag, key: 's' },
}

/** The icon of each area, and the letter that leads there; of others a page, and the first letter that is free. */
const looks = allLooks()

function allLooks(): Record<AreaName, Look> {
  const all: Partial<Record<AreaName, Look>> = { ...ownLooks }
  for (const name of Object.keys(areas) as AreaName[]) {
    const taken = [...'adiqvwy', ...Object.values(all).map(({ key }) => key)]
    const letters = [...name.toLowerCase(), ...'abcdefghijklmnopqrstuvwxyz']
    const key = letters.find((letter) => !taken.includes(letter)) ?? ''
    all[name] ??= { icon: IconFileText, key }
  }
  return all as Record<AreaName, Look>
}

/** The icon of an area. */
export const iconOf = (name: AreaName): Icon => looks[name].icon

const entry = (name: AreaName): Area => ({
  label: areas[name].title,
  ...looks[name],
  pages: [listOf(name)],
})
const { roles, users, ...others } = areas
const modules = [...new Set(Object.values(others).map(({ module }) => module))]
const namesOf = (module: string) =>
  (Object.keys(others) as AreaName[]).filter((name) => areas[name].module === module)

/** The users, whose lists each have a page. */
export const usersArea: Area = {
  ...entry('users'),
  pages: [
    listOf('admins'),
    listOf('businessUsers'),
    listOf('users'),
    { path: '/users/waiting', needs: needsOf('accounts.listWaiting') },
  ],
}

/** The sidebar: areas by module, people first. */
export const areaGroups: readonly { label: string | null; areas: readonly Area[] }[] = [
  {
    label: null,
    areas: [
      {
        label: msg('Dashboard'),
        icon: IconLayoutDashboard,
        key: 'd',
        pages: [{ path: '/dashboard', needs: needsOf('dashboard.counts') }],
      },
    ],
  },
  {
    label: msg('People'),
    areas: [entry('roles'), usersArea],
  },
  ...modules.map((module) => ({ label: module, areas: namesOf(module).map(entry) })),
  {
    label: msg('System'),
    areas: [
      {
        label: msg('Audit log'),
        icon: IconHistory,
        key: 'a',
        call: 'auditLog.list',
        pages: [{ path: '/audit-log', needs: needsOf('auditLog.list') }],
      },
      {
        label: msg('Integrations'),
        icon: IconPlugConnected,
        key: 'i',
        call: 'serviceAccounts.list',
        pages: [{ path: '/integrations', needs: needsOf('serviceAccounts.list') }],
      },
      {
        label: msg('Personal data'),
        icon: IconUserShield,
        key: 'y',
        call: 'privacy.list',
        pages: [{ path: '/personal-data', needs: needsOf('privacy.list') }],
      },
    ],
  },
]

/** The page that an area leads this person to; undefined where none of it is permitted. */
export const pageOf = (of: Area, can: Can): PagePath | undefined =>
  of.pages.find((page) => page.needs.some(can))?.path

/** The first page that this person may see; where they land without the dashboard. */
export const firstPage = (can: Can): PagePath | undefined =>
  areaGroups
    .flatMap((group) => group.areas)
    .map((each) => pageOf(each, can))
    .find(Boolean)

/** The entries that lead this person somewhere, with where, by group; as far as is known the server has them. */
export const placesFor = (can: Can) =>
  areaGroups.map(({ label, areas }) => ({
    label,
    places: areas.flatMap((area) => {
      const to = pageOf(area, can)
      return to && (!area.call || hasCall(area.call)) ? [{ area, to }] : []
    }),
  }))

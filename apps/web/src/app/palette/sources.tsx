import { needsOf as needsOfArea } from '@steward/contract/areas/area-permissions'
import { areas } from '@steward/contract/areas/areas'
import type { SavedView } from '@steward/contract/lists/saved-views'
import { IconBookmark, type Icon as TablerIcon } from '@tabler/icons-react'
import { hasCall } from '../../api/missing-calls.ts'
import { recentRecords } from '../../api/recent-records.ts'
import { lists } from '../../shared/list/lists.ts'
import { pathOf, searchOfView } from '../../shared/saved-views/view-address.ts'
import { needsOf } from '../../ui/permissions/needs-of.ts'
import type { Can } from '../../ui/permissions/permitted.tsx'
import { areaGroups, iconOf, pageOf } from '../areas.ts'
import { commandsOf } from './commands.tsx'
import { type Address, addressOf, type PaletteGroup } from './option.ts'

/** What a source may use to make its lines. */
export interface SourceContext {
  can: Can
  signOut: () => void
  /** The saved views that the person may see, as far as they are known. */
  views: readonly SavedView[]
  /** What a team's default view adds to the way to a page. */
  defaultOf: (path: string) => { search?: never }
}

/** Lines that the palette has without asking the server. */
export type Source = (context: SourceContext) => PaletteGroup

const recent: Source = ({ can }) => ({
  label: 'Recently opened',
  options: recentRecords()
    .filter(
      ({ area }) => Object.hasOwn(areas, area) && needsOfArea(areas[area], area, 'list').some(can),
    )
    .map(({ area, id, title, type }) => ({
      id: `recent ${area} ${id}`,
      label: title,
      icon: drawn(iconOf(area)),
      to: addressOf({ area, id, type }, can),
    })),
})

const pages: Source = ({ can, defaultOf }) => ({
  label: 'Go to',
  options: areaGroups
    .flatMap((group) => group.areas)
    .flatMap((area) => {
      const to = pageOf(area, can)
      if (!to || (area.call && !hasCall(area.call))) return []
      return [
        {
          id: `go ${area.label}`,
          label: area.label,
          icon: drawn(area.icon),
          keys: `g ${area.key}`,
          to: { to, ...defaultOf(to) },
        },
      ]
    }),
})

const savedViews: Source = ({ can, views }) => ({
  label: 'Saved views',
  options: views
    .filter(({ isForMe, list }) => isForMe && needsOf(lists[list].call).some(can))
    .map((view) => ({
      id: `view ${view._id}`,
      label: view.name,
      detail: lists[view.list].title,
      icon: drawn(IconBookmark),
      to: { to: pathOf(view.list), search: searchOfView(view) } as Address,
    })),
})

const commands: Source = ({ can, signOut }) => ({
  label: 'Do',
  options: commandsOf(can, signOut),
})

const drawn = (Icon: TablerIcon) => <Icon aria-hidden size="1rem" stroke={1.75} />

/** The sources of lines that need no server, in the order in which they are shown. */
export const sources: readonly Source[] = [recent, savedViews, pages, commands]

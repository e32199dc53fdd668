import { type AreaName, areas } from '@steward/contract/areas'
import type { FoundRecord } from '@steward/contract/search'
import { createElement } from 'react'
import { type DeepPartial, textOf } from '../../api/read.ts'
import type { Can } from '../../ui/permissions/permitted.tsx'
import { areaIcons } from '../layout/area-icons.ts'
import { addressOf } from './address-of.ts'
import type { PaletteGroup, PaletteOption } from './option.ts'

/** What the server has found, by area; what can't be told or addressed is left out. */
export function foundGroups(
  results: readonly DeepPartial<FoundRecord>[],
  can: Can,
): PaletteGroup[] {
  const byArea = new Map<AreaName, PaletteOption[]>()
  for (const found of results) {
    const area = textOf(found.area) as AreaName | null
    const id = textOf(found._id)
    if (area === null || id === null || !Object.hasOwn(areas, area)) continue
    const options = byArea.get(area) ?? []
    byArea.set(area, options)
    const deleted = textOf(found.deletedAt) !== null
    options.push({
      id: `${area} ${id}`,
      label: textOf(found.title) ?? `Untitled ${areas[area].one}`,
      icon: createElement(areaIcons[area], { 'aria-hidden': true, size: '1rem', stroke: 1.75 }),
      found,
      to: addressOf({ area, id, type: textOf(found.type), deleted }, can),
    })
  }
  return [...byArea].map(([area, options]) => ({ label: areas[area].title, options }))
}

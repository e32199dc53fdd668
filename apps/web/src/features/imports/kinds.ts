import { kebabOf, listOf } from '@steward/contract/areas/area-lists'
import type { AreaPath, ImportArea, ListName } from '@steward/contract/areas/areas'
import { importNeeds } from '@steward/contract/imports/imports.routes'
import { type Permission, permission } from '@steward/contract/permissions/permissions'

export interface ImportKind {
  area: ImportArea
  title: string
  many: string
  list: AreaPath
  listTitle: string
  needs: readonly Permission[]
  /** Values of fields that are the same in every row, unless the person changes them. */
  preset?: Readonly<Record<string, string>>
}

const kind = (area: ImportArea, list: ListName = area): ImportKind => {
  const { title, path } = listOf(list)
  const many = title.toLowerCase()
  return {
    area,
    title: `Import ${many}`,
    many,
    list: path,
    listTitle: title,
    needs: [importNeeds[area]],
  }
}

const kinds = Object.keys(importNeeds) as ImportArea[]

export const importKinds: Readonly<Record<string, ImportKind>> = {
  ...Object.fromEntries(kinds.map((area) => [kebabOf(area), kind(area)])),
  'business-users': {
    ...kind('members', 'businessUsers'),
    needs: [importNeeds.members, permission('Users', 'Business users', 'import')],
    preset: { type: 'business' },
  },
}

import { kebabOf, listOf } from '@steward/contract/areas/area-lists'
import type { AreaPath, ImportArea, ListName } from '@steward/contract/areas/areas'
import { importNeeds } from '@steward/contract/imports/imports.routes'
import { type Permission, permission } from '@steward/contract/permissions/permissions'
import { msg } from '@steward/i18n/reader'

export interface ImportKind {
  area: ImportArea
  /** What is imported, in lower case. */
  many: string
  list: AreaPath
  listTitle: string
  needs: readonly Permission[]
  /** Values of fields that are the same in every row, unless the person changes them. */
  preset?: Readonly<Record<string, string>>
}

/** What lists are called where a noun such as “posts” says too little. */
const fuller: Partial<Record<ListName, string>> = {
  polls: msg('polls and surveys'),
  posts: msg('feed posts'),
}

const kind = (area: ImportArea, list: ListName = area): ImportKind => {
  const { many, title, path } = listOf(list)
  return {
    area,
    many: fuller[list] ?? many,
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
    // i18n-ignore: the names of a permission
    needs: [importNeeds.members, permission('Users', 'Business users', 'import')],
    preset: { type: 'business' },
  },
}

import { z } from 'zod'
import type { AreaName } from '../areas/areas.ts'
import { areaFilters, matching } from '../lists/filters.ts'
import { wording } from '../values/said.ts'
import {
  areaOfSubmodule,
  conditionFilters,
  hideableFields,
  lockableFields,
  rightsLimits,
  takesCondition,
  type Where,
} from './conditions.ts'
import type { Permission } from './permission-catalogue.ts'
import { allPermissions } from './permissions.ts'

/** The filters of a condition. */
export const whereFilters = z
  .record(z.string(), z.union([z.string(), z.array(z.string())]))
  .meta({ description: 'Filters of the list, as its address holds them' })

const named = {
  module: z.string('must be the name of a module'),
  submodule: z.string('must be the name of a submodule'),
}

/** The conditions of a role in an answer. */
export const conditionsSchema = z
  .array(z.object({ ...named, action: z.string(), where: whereFilters }))
  .meta({ description: 'The rows that permissions are for; those of no condition are for all' })

/** The field rules of a role in an answer. */
export const fieldRulesSchema = z
  .array(z.object({ ...named, hidden: z.array(z.string()), readOnly: z.array(z.string()) }))
  .meta({ description: 'The fields that aren’t shown or can’t be changed' })

const schemaOf = (area: AreaName) =>
  z.strictObject({ ...areaFilters(conditionFilters(area)), match: matching() })

const schemas = new Map<AreaName, ReturnType<typeof schemaOf>>()

/** The filters that a condition of an area can have; unknown ones are refused. Made once, as every call reads conditions. */
export function whereSchema(area: AreaName): ReturnType<typeof schemaOf> {
  const schema = schemas.get(area) ?? schemaOf(area)
  schemas.set(area, schema)
  return schema
}

const twice = 'is there twice'

/** The conditions of a role as sent: one a permission, each with at least one filter. */
export const conditionsSent = z
  .array(
    z.object({ ...named, action: z.string('must be the name of an action'), where: whereFilters }),
  )
  .max(
    rightsLimits.conditions,
    wording('must have at most {max} conditions', { max: rightsLimits.conditions }),
  )
  .superRefine((conditions, context) => {
    const refuse = (message: string, ...path: (string | number)[]) =>
      context.addIssue({ code: 'custom', message, path })
    const seen = new Set<string>()
    for (const [n, { module, submodule, action, where }] of conditions.entries()) {
      const key = JSON.stringify([module, submodule, action])
      const permission = allPermissions.find(
        (each) => JSON.stringify([each.module, each.submodule, each.action]) === key,
      )
      if (!permission) refuse('is not a permission', n, 'action')
      else if (!takesCondition(permission)) refuse('takes no condition', n, 'action')
      else
        refuseWrongFilters(permission, where, (message, ...path) =>
          refuse(message, n, 'where', ...path),
        )
      if (seen.has(key)) refuse(twice, n, 'action')
      seen.add(key)
    }
  })

function refuseWrongFilters(
  { module, submodule }: Permission,
  where: Where,
  refuse: (message: string, ...path: (string | number)[]) => void,
): void {
  const found = areaOfSubmodule(module, submodule)
  if (!found) return
  if (Object.keys(where).every((key) => key === 'match')) refuse('must have at least one filter')
  const read = whereSchema(found.area).safeParse(where)
  for (const { message, path, code } of read.error?.issues ?? []) {
    if (code === 'unrecognized_keys') refuse('is not a filter of this list')
    else refuse(message, ...(path as (string | number)[]))
  }
}

/** The field rules of a role as sent: one a submodule, of fields that can be hidden or locked. */
export const fieldRulesSent = z
  .array(
    z.object({
      ...named,
      hidden: z.array(z.string()).max(100).default([]),
      readOnly: z.array(z.string()).max(100).default([]),
    }),
  )
  .max(100)
  .superRefine((rules, context) => {
    const seen = new Set<string>()
    for (const [n, { module, submodule, hidden, readOnly }] of rules.entries()) {
      const refuse = (message: string, ...path: (string | number)[]) =>
        context.addIssue({ code: 'custom', message, path: [n, ...path] })
      const found = areaOfSubmodule(module, submodule)
      if (!found) refuse('has no records', 'submodule')
      const key = `${module}\n${submodule}`
      if (seen.has(key)) refuse(twice, 'submodule')
      seen.add(key)
      for (const [part, names] of Object.entries({ hidden, readOnly })) {
        const known = found ? (part === 'hidden' ? hideableFields : lockableFields)(found.area) : []
        for (const [place, name] of names.entries())
          if (found && !known.includes(name))
            refuse(`can’t be ${part === 'hidden' ? 'hidden' : 'read-only'}`, part, place)
      }
    }
  })

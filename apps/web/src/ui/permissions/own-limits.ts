import type { Rights } from '@steward/contract/permissions/conditions'
import { createContext, use } from 'react'

/** What narrows the permissions of the person signed in. */
export type OwnLimits = Pick<Rights, 'conditions' | 'fieldRules'>

const none: OwnLimits = { conditions: [], fieldRules: [] }

const LimitsContext = createContext<OwnLimits>(none)

/** Provides what narrows the own permissions; without it nothing does. */
export const OwnLimitsProvider = LimitsContext.Provider

export const useOwnLimits = (): OwnLimits => use(LimitsContext)

/** Tells which fields of a record are shown: whoever isn't shown every field gets records without the hidden ones. */
export function useShows(record: object): (name: string) => boolean {
  const isNarrowed = useOwnLimits().fieldRules.length > 0
  return (name) => !isNarrowed || name in record
}

const noFields = { hidden: [], readOnly: [] } as const

export type OwnFieldRule = Readonly<Record<'hidden' | 'readOnly', readonly string[]>>

/** The fields of a submodule's records that are hidden from the person signed in, or that they can't change. */
export const ownFieldRuleOf = ({ fieldRules }: OwnLimits, submodule: string): OwnFieldRule =>
  fieldRules.find((rule) => rule.submodule === submodule) ?? noFields

export const useOwnFieldRule = (submodule: string): OwnFieldRule =>
  ownFieldRuleOf(useOwnLimits(), submodule)

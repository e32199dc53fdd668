import type { Rights } from '@steward/contract/permissions/conditions'
import { createContext, use } from 'react'

/** What narrows the permissions of the person signed in. */
export type OwnLimits = Pick<Rights, 'conditions' | 'fieldRules'>

const none: OwnLimits = { conditions: [], fieldRules: [] }

const LimitsContext = createContext<OwnLimits>(none)

/** Provides what narrows the own permissions; without it nothing does. */
export const OwnLimitsProvider = LimitsContext.Provider

export const useOwnLimits = (): OwnLimits => use(LimitsContext)

const noFields = { hidden: [], readOnly: [] } as const

export type OwnFieldRule = Readonly<Record<'hidden' | 'readOnly', readonly string[]>>

/** The fields of a submodule's records that are hidden from the person signed in, or that they can't change. */
export const useOwnFieldRule = (submodule: string): OwnFieldRule =>
  useOwnLimits().fieldRules.find((rule) => rule.submodule === submodule) ?? noFields

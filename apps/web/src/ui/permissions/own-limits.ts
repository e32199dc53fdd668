import type { Rights } from '@steward/contract/permissions/conditions'
import { createContext, use } from 'react'

/** What narrows the permissions of the person signed in. */
export type OwnLimits = Pick<Rights, 'conditions' | 'fieldRules'>

const none: OwnLimits = { conditions: [], fieldRules: [] }

const LimitsContext = createContext<OwnLimits>(none)

/** Provides what narrows the own permissions; without it nothing does. */
export const OwnLimitsProvider = LimitsContext.Provider

export const useOwnLimits = (): OwnLimits => use(LimitsContext)

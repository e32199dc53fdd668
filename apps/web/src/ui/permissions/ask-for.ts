import { create } from 'zustand'
import type { Lacking } from './lacking.ts'

/** What is being asked for, outside of every page and of the dialog that was refused. */
export const useAskFor = create<{ lacking: Lacking | null }>()(() => ({ lacking: null }))

export const askFor = (lacking: Lacking): void => useAskFor.setState({ lacking })

export const dropAskFor = (): void => useAskFor.setState({ lacking: null })

import type { AreaName } from '@steward/contract/areas/areas'
import { readStored } from '../answers/read.ts'
import { recentKey } from './recent-owner.ts'

/** A record that was opened, as it is found again. */
export interface RecentRecord {
  area: AreaName
  id: string
  title: string
  /** The type of a user; absent for other records. */
  type?: string | null
}

const maxRecent = 20

const maxLetters = 200

/** What the person signed in opened last in this browser, the newest first. */
export function recentRecords(): readonly RecentRecord[] {
  const kept = readStored('localStorage', recentKey)
  return Array.isArray(kept) ? kept : []
}

/** Notes that a record was opened, under the title that it has now. */
export function noteOpened(opened: RecentRecord): void {
  const others = recentRecords().filter(({ area, id }) => area !== opened.area || id !== opened.id)
  const title = [...opened.title].slice(0, maxLetters).join('')
  try {
    const records = [{ ...opened, title }, ...others].slice(0, maxRecent)
    localStorage.setItem(recentKey, JSON.stringify(records))
  } catch {
    // Without storage nothing is stored, which does no harm.
  }
}

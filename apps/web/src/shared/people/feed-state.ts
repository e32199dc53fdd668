import { userFields } from '@steward/contract/users/users.fields'
import { statusWord } from '../../ui/record/status-badge.tsx'

const states: Readonly<Record<string, string>> = { active: 'open', inactive: 'closed' }

/** The state of a person's shopping feed in words: `open` for `active`, `closed` for `inactive`. */
export const feedState = (status: unknown): string | null =>
  typeof status === 'string' ? (states[status] ?? status) : null

export const feedChoices = /* @__PURE__ */ userFields.shoppingFeedStatus.choices.map((value) => ({
  value,
  label: statusWord(feedState(value) ?? value),
}))

import { userFields } from '@steward/contract/users/users.fields'
import { statusMessage } from '../../ui/record/status-badge.tsx'

const states: Readonly<Record<string, string>> = { active: 'open', inactive: 'closed' }

/** The state of a person's shopping feed in words: `open` for `active`, `closed` for `inactive`. */
export const feedState = (status: unknown): string | null =>
  typeof status === 'string' ? (states[status] ?? status) : null

/** The states to choose from, to be translated where they are shown. */
export const feedChoices = /* @__PURE__ */ userFields.shoppingFeedStatus.choices.map((value) => ({
  value,
  label: statusMessage(feedState(value) ?? value),
}))

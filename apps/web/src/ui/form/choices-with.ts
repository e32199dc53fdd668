import type { Choice } from '../list/screen/list-definition.ts'
import { statusWord } from '../record/status-badge.tsx'

/** Choices plus the record's own value, for other servers' words. */
export const choicesWith = (choices: readonly Choice[], own: string | null): Choice[] =>
  choices.some(({ value }) => value === own)
    ? [...choices]
    : [{ value: own ?? '', label: own === null ? 'Not known' : statusWord(own) }, ...choices]

import type { Choice } from '../list/screen/list-definition.ts'
import { statusWord } from '../record/status-badge.tsx'

/** The choices of a field, and what the record has where another server has words of its own, or tells none (null). */
export const choicesWith = (choices: readonly Choice[], own: string | null): Choice[] =>
  choices.some(({ value }) => value === own)
    ? [...choices]
    : [{ value: own ?? '', label: own === null ? 'Not known' : statusWord(own) }, ...choices]

import type { Choice } from '../list/screen/list-definition.ts'
import { statusWord } from '../record/status-badge.tsx'

/**
 * The choices of a field, with what the record has where that is none of them: another server may
 * have words of its own, or not tell.
 * @param own null where the record doesn't tell
 */
export const choicesWith = (choices: readonly Choice[], own: string | null): Choice[] =>
  choices.some(({ value }) => value === own)
    ? [...choices]
    : [{ value: own ?? '', label: own === null ? 'Not known' : statusWord(own) }, ...choices]
